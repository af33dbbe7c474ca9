import { expect, test } from 'vitest';
import { BlockOrders } from '../../src/search/optimal/relaxation/block-orders.js';

const first = 0b01;
const both = 0b11;

/** Of two dataspaces. */
const orders = [
  { run: [1, 0], first: [2, 1] },
  { run: [1, 0], first: [4, 1] },
  { run: [0, 2], first: [2, 1] },
  { run: [0, 0], first: [4, 1] },
];

test('orders with the same runs are one, and one with longer runs stands for others', () => {
  const plain = new BlockOrders(orders, 0);
  expect(plain.of(both)).toEqual([
    { run: [1, 0], first: [6, 1] },
    { run: [0, 2], first: [2, 1] },
  ]);
  expect(plain.of(first)).toEqual([{ run: [1, 0], first: [6, 0] }]);
  expect(plain.of(0)).toEqual([{ run: [0, 0], first: [0, 0] }]);
});

test('where neighbours forward a dataspace to compute, only its own run and no other first loops stand for it', () => {
  const forwarded = new BlockOrders(orders, first);
  expect(forwarded.of(both)).toEqual([
    { run: [1, 0], first: [6, 1] },
    { run: [0, 2], first: [2, 1] },
    { run: [0, 0], first: [4, 1] },
  ]);
  expect(forwarded.of(first)).toEqual([
    { run: [1, 0], first: [6, 0] },
    { run: [0, 0], first: [6, 0] },
  ]);
});
