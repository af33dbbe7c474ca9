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
  const plain = new BlockOrders(orders, { forwarded: 0, counted: 0 });
  expect(plain.of(both)).toEqual([
    { run: [1, 0], first: [6, 1], within: [0, 0] },
    { run: [0, 2], first: [2, 1], within: [0, 0] },
  ]);
  expect(plain.of(first)).toEqual([{ run: [1, 0], first: [6, 0], within: [0, 0] }]);
  expect(plain.of(0)).toEqual([{ run: [0, 0], first: [0, 0], within: [0, 0] }]);
});

test('where neighbours forward a dataspace to compute, only its own run and no other first loops stand for it', () => {
  const forwarded = new BlockOrders(orders, { forwarded: first, counted: 0 });
  expect(forwarded.of(both)).toEqual([
    { run: [1, 0], first: [6, 1], within: [0, 0] },
    { run: [0, 2], first: [2, 1], within: [0, 0] },
    { run: [0, 0], first: [4, 1], within: [0, 0] },
  ]);
  expect(forwarded.of(first)).toEqual([
    { run: [1, 0], first: [6, 0], within: [0, 0] },
    { run: [0, 0], first: [6, 0], within: [0, 0] },
  ]);
});

test('where the words of such a dataspace hang on what its loops are inside of, the run of another tells', () => {
  const counted = new BlockOrders([...orders, { run: [0, 6], first: [2, 1] }, { run: [0, 6], first: [4, 1] }], {
    forwarded: first,
    counted: first,
  });
  expect(counted.of(both)).toEqual([
    { run: [0, 6], first: [6, 1], within: [6, 0] },
    { run: [1, 0], first: [6, 1], within: [0, 0] },
    { run: [0, 2], first: [2, 1], within: [2, 0] },
    { run: [0, 0], first: [4, 1], within: [0, 0] },
  ]);
});
