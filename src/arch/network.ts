// Parameters of the network inferred between a level and its inner neighbour (F.10).

import { error, warning } from '../diagnostics/diagnostic.js';
import { explicitNetworks } from '../spec/attribute-names.js';
import type { PlainValue } from '../spec/node.js';
import type { Leaf } from '../spec/spec.js';
import type { InferredNetwork } from './architecture.js';
import { type AttributeSource, lookUp, plainAttributes, readNumber } from './attribute-reader.js';
import { scalarAttributes } from './estimate/figures.js';
import { whyNoNode } from './estimate/technology.js';
import { wireEnergyPjPerBitMm } from './estimate/wires.js';
import type { FlatComponent } from './flat-component.js';

export interface NetworkOptions {
  /** Word width of the level above the network. */
  readonly wordBits: number;
  /** From the ERT; holds for all inferred networks. */
  readonly wirePjPerBitMm: number | undefined;
  /** Of the architecture, where the component names no `technology` of its own. */
  readonly technology: PlainValue | undefined;
  /** Area of everything inside one child; null where none is known. */
  readonly innerAreaUm2: number | null;
}

function readNetwork(source: AttributeSource, options: NetworkOptions): InferredNetwork {
  refuseExplicitNetworks(source);
  const tileWidthUm = readNumber(source, ['tile_width']);
  const innerWidthUm = options.innerAreaUm2 === null ? null : Math.sqrt(options.innerAreaUm2);
  const widthUm = tileWidthUm ?? innerWidthUm;
  const network: InferredNetwork = {
    wordBits: readNumber(source, ['network_word_bits']) ?? options.wordBits,
    energyPerHopPj: readNumber(source, ['energy_per_hop']) ?? null,
    wireEnergyPjPerBitMm: options.wirePjPerBitMm ?? readWireEnergy(source, options.technology),
    tileWidthMm: widthUm === null ? null : widthUm / 1000,
    routerEnergyPj: readNumber(source, ['router_energy']) ?? 0,
    ingressEnergyPj: readNumber(source, ['energy_per_ingress']) ?? 0,
  };
  if (network.wireEnergyPjPerBitMm > 0 && network.tileWidthMm === null && network.energyPerHopPj === null) {
    const message = `wires below ${source.owner} cost nothing, because no area tells how long they are`;
    const hint = 'give an ART, or tile_width in micrometres';
    source.diagnostics.push(warning('W-ENERGY', message, { span: source.span, hint }));
  }
  return network;
}

/**
 * Since version 0.4 the fan-out above a leaf is a level of its own (A.6): hops are there, and none are below a storage
 * without a fan-out, whatever it says they cost.
 */
export function storageNetwork(
  component: FlatComponent,
  source: AttributeSource,
  options: NetworkOptions,
): InferredNetwork {
  const network = readNetwork(source, options);
  if (component.fanoutX * component.fanoutY > 1) return network;
  for (const key of ['energy_per_hop', 'wire_energy']) {
    const own = component.leaf.attributes.get(key);
    if (!own?.value) continue;
    const message = `${component.name}.${key} costs nothing: words make no hops below a storage without a fan-out of its own`;
    const hint = `put ${key} among the attributes of the container that has the fan-out, or of one around it`;
    source.diagnostics.push(warning('W-ATTRIBUTE', message, { span: own.keySpan, hint }));
  }
  return network;
}

/** Words of a fan-out's level are a bit wide, as in the reference, and no wire can be meant to carry such words. */
export function fanoutNetwork(leaf: Leaf, source: AttributeSource, options: NetworkOptions): InferredNetwork {
  const network = readNetwork(source, options);
  const costs = network.wireEnergyPjPerBitMm > 0 && network.energyPerHopPj === null && network.tileWidthMm !== null;
  if (costs && !lookUp(source, ['network_word_bits'])) {
    const message = `wires of the fan-out at ${leaf.name.value} are charged for 1 bit a word, as in the reference`;
    const hint = `give network_word_bits: 16 or the like in the attributes of a container ${aroundFanout(leaf)}`;
    source.diagnostics.push(warning('W-ENERGY', message, { span: source.span, hint }));
  }
  return network;
}

function aroundFanout(leaf: Leaf): string {
  return leaf.kind === 'container' ? `such as ${leaf.name.value}` : `around ${leaf.name.value}`;
}

/** pJ per bit and mm: a number, or `estimated` from the technology. */
function readWireEnergy(source: AttributeSource, technology: PlainValue | undefined): number {
  const given = lookUp(source, ['wire_energy']);
  if (given?.attribute.value !== 'estimated') return readNumber(source, ['wire_energy']) ?? 0;
  const named = { technology: technology ?? null, ...plainAttributes(source.attributes) };
  const own = scalarAttributes(new Map(Object.entries(named)));
  const wire = wireEnergyPjPerBitMm(own);
  for (const what of wire?.origin.extrapolated ?? []) {
    const message = `energies of wires below ${source.owner} are extrapolated: ${what}`;
    source.diagnostics.push(warning('W-ENERGY', message, { span: given.attribute.span }));
  }
  if (wire) return wire.pjPerBitMm;
  const message = `wires below ${source.owner} cost nothing, because ${whyNoNode(own)} to estimate them by`;
  const hint = 'give technology: 28nm or the like, or wire_energy in pJ per bit and mm';
  source.diagnostics.push(warning('W-ENERGY', message, { span: given.attribute.span, hint }));
  return 0;
}

function refuseExplicitNetworks(source: AttributeSource): void {
  const named = lookUp(source, explicitNetworks);
  if (named) {
    const message = `${source.owner}.${named.name} names an explicit network, which is not supported`;
    source.diagnostics.push(error('E-UNSUPPORTED', message, { span: named.attribute.span }));
  }
  const type = lookUp(source, ['network_type'])?.attribute;
  if (type?.value === 'M:N') {
    const message = `${source.owner}.network_type M:N (distributed multicast) is not modelled`;
    source.diagnostics.push(error('E-UNSUPPORTED', message, { span: type.span }));
  }
}
