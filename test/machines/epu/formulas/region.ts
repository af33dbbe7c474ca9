import type { Region } from '../../../../src/machines/epu/region.js';
import { origin, type Shape } from '../../../../src/machines/epu/shape.js';

export function wholeOf(tensor: Shape): Region {
  return { tensor, roi: tensor, offset: origin };
}
