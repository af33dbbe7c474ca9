// `inspect ... vector` and `vertex`: what a vector of a vertex takes in a layout, or in the cheapest one, and how the fields
// of a vertex are packed.

import { answered, misunderstood } from '../../answers.js';
import type { Answer, InspectionRequest } from '../../machine.js';
import { requiredNumber, requiredNumbers, requiredText, textOf } from '../../request.js';
import type { Notice } from '../../verdict.js';
import type { Generation } from '../generation.js';
import { readAddress } from '../memory/access-text.js';
import { figureOf } from '../parameters.js';
import { cheapestLayout, fieldLayouts } from '../vectors/cheapest-layout.js';
import type { FieldKey } from '../vectors/delta-n-elements.js';
import { type Addresses, type DescriptorImage, descriptorImage } from '../vectors/descriptor-image.js';
import { type ElementType, elementTypes, sizeOf } from '../vectors/element-type.js';
import { layoutProblem, traitsOf, type VectorLayout, vectorLayouts } from '../vectors/vector-layout.js';
import {
  descriptorBytesOf,
  type FieldLayout,
  fieldLayoutName,
  type JaggedShape,
  type VectorStorage,
  vectorStorage,
} from '../vectors/vector-storage.js';
import { packedOrder, packVertex, type StateField } from '../vectors/vertex-state.js';
import { hex, type Illegal, illegal, legal, type Verdict } from '../verdict.js';
import { generationOf, refusedBy } from './answers.js';

export function answerVector(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const asked = askedLayout(request);
  if (typeof asked === 'string') return misunderstood(asked, '--outer with or without --inner, or --layout');
  const addresses = askedAddresses(request);
  if (typeof addresses === 'string') return misunderstood(addresses, 'a number such as 0x80000');
  const shape = askedShape(generation, request);
  if ('problems' in shape) return refusedBy(shape);
  const chosen = choose(generation, asked, request, shape);
  if (chosen.kind === 'illegal') return refusal(chosen, asked, shape);
  const { layout, storage } = chosen.value;
  const image: Verdict<DescriptorImage> = addresses
    ? descriptorImage(generation, { layout, shape }, addresses)
    : legal({});
  if (image.kind === 'illegal') return refusal(image, layout, shape);
  const { sized, words, ...rest } = storage;
  return answered({
    json: {
      legal: true,
      ...rest,
      ...(words && { words }),
      ...image.value,
      sizedOuter: sized.outer,
      sizedInner: sized.inner,
    },
    shown: hexWords({ ...(words && { words }), ...image.value }),
    warnings: warnings(generation, storage),
  });
}

/** Packed words are read by their digits. */
function hexWords(words: DescriptorImage): object {
  return Object.fromEntries(
    Object.entries(words).map(([name, list]) => [name, list.map((word: number) => hex(word, 8))]),
  );
}

type Asked = FieldLayout | { readonly kind: 'best' };

function askedLayout(request: InspectionRequest): Asked | string {
  const [outer, inner, layout] = ['outer', 'inner', 'layout'].map((name) => textOf(request, name));
  if (layout !== undefined && (outer ?? inner) !== undefined)
    return '--layout stands alone, without --outer and --inner';
  if (layout === 'best') return { kind: 'best' };
  if (layout === 'deltanelements') return { kind: 'list', key: keyOf(request) };
  const only = layout ?? (inner === undefined ? outer : undefined);
  if (only !== undefined) return { kind: 'single', layout: only as VectorLayout };
  if (outer === undefined) return inner === undefined ? 'no layout' : '--inner without --outer';
  return { kind: 'nested', outer: outer as VectorLayout, inner: inner as VectorLayout };
}

function askedShape(generation: Generation, request: InspectionRequest): JaggedShape | Illegal {
  const once = requiredNumbers(request, 'lengths');
  const count = once.length * requiredNumber(request, 'repeat');
  // Not a number of descriptors that any layout has room for: two bytes each are the least.
  if (2 * count > figureOf(generation, 'memoryBytes')) {
    return illegal('memory-full', `${count} sub-vectors, more than a tile holds descriptors of`);
  }
  const lengths = Array.from({ length: count }, (_, at) => once[at % once.length]!);
  return {
    type: requiredText(request, 'type') as ElementType,
    lengths,
    alignment: requiredNumber(request, 'alignment'),
  };
}

function askedAddresses(request: InspectionRequest): Addresses | undefined | string {
  const read = (name: string): number | undefined | string => {
    const text = textOf(request, name);
    return text === undefined ? undefined : (readAddress(text) ?? `--${name} "${text}" is no address`);
  };
  const [data, table] = [read('address'), read('table')];
  if (typeof data === 'string') return data;
  if (typeof table === 'string') return table;
  if (data === undefined) return table === undefined ? undefined : '--table without --address';
  return { data, ...(table !== undefined && { table }) };
}

interface Chosen {
  readonly layout: FieldLayout;
  readonly storage: VectorStorage;
}

function choose(generation: Generation, asked: Asked, request: InspectionRequest, shape: JaggedShape): Verdict<Chosen> {
  if (asked.kind !== 'best') {
    const verdict = vectorStorage(generation, asked, shape);
    return verdict.kind === 'illegal' ? verdict : legal({ layout: asked, storage: verdict.value });
  }
  const key = keyOf(request);
  const sizes = requiredText(request, 'sizes') as 'none' | 'inner' | 'both';
  const verdict = cheapestLayout(generation, { shape, sizes, key });
  if (verdict.kind === 'illegal') return verdict;
  const layout = fieldLayouts(shape, key).find((one) => fieldLayoutName(one) === verdict.value.layout)!;
  return legal({ layout, storage: verdict.value });
}

/** The size of the descriptors is known all the same. */
function refusal(problem: Illegal, asked: Asked, { lengths }: JaggedShape): Answer {
  if (asked.kind === 'best') return refusedBy(problem);
  const descriptorBytes = descriptorBytesOf(asked, lengths.length);
  return refusedBy(problem, { layout: fieldLayoutName(asked), descriptorBytes });
}

function keyOf(request: InspectionRequest): FieldKey {
  return requiredText(request, 'fields-by') as FieldKey;
}

function warnings(generation: Generation, { descriptorBytes }: VectorStorage): readonly Notice[] {
  const room = figureOf(generation, 'region0Bytes');
  if (descriptorBytes <= room) return [];
  const message = `${descriptorBytes} B of descriptors alone, more than the ${room} B of region 0`;
  return [{ code: 'descriptors-exceed-region-0', message }];
}

export function answerVertex(request: InspectionRequest): Answer {
  const generation = generationOf(request);
  const fields: StateField[] = [];
  for (const text of request.positional) {
    const field = fieldOf(generation, text);
    if (field === undefined) {
      const kinds = [...vectorLayouts, 'deltanelements', ...elementTypes].join(', ');
      return misunderstood(`"${text}" is no field`, kinds);
    }
    if ('kind' in field) return refusedBy(field);
    fields.push(field);
  }
  const best = packVertex(packedOrder(fields)).bytes;
  return answered({ json: { legal: true, ...packVertex(fields), bytesInBestOrder: best } });
}

/** A layout's descriptor, the base of a list, or a plain value. */
function fieldOf(generation: Generation, text: string): StateField | Illegal | undefined {
  const name = text.toLowerCase().replaceAll('_', '-');
  const layout = vectorLayouts.find((one) => one === name);
  if (layout) {
    const bytes = traitsOf(layout).descriptorBytes;
    return layoutProblem(generation, layout) ?? { name, bytes, alignment: Math.min(bytes, 4) };
  }
  if (name === 'deltanelements') {
    if (generation === 'mk1') return illegal('generation', 'DELTANELEMENTS is not available on mk1, only from mk2 on');
    return { name, bytes: 8, alignment: 4 };
  }
  const type = elementTypes.find((one) => one === name);
  return type && { name, bytes: sizeOf(type), alignment: sizeOf(type) };
}
