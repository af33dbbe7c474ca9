// The machine of tiles with memory of their own, as far as questions go: memory, vectors, workers and loops, compute and exchange.

import type { Machine } from '../machine.js';
import { computeQuestions } from './inspections/compute-questions.js';
import { exchangeQuestions } from './inspections/exchange-questions.js';
import { memoryQuestions } from './inspections/memory-questions.js';
import { vectorQuestions } from './inspections/vector-questions.js';
import { workerQuestions } from './inspections/worker-questions.js';

export const ipu: Machine = {
  name: 'ipu',
  summary: 'tiles with their own memory and six workers each, exchanging in supersteps (Mk1, Mk2, Bow)',
  inspections: [...memoryQuestions, ...vectorQuestions, ...workerQuestions, ...computeQuestions, ...exchangeQuestions],
};
