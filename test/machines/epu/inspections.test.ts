// The questions as they are typed: what they answer, and what the machine refuses with which code.

import { describe, expect, it } from 'vitest';
import { mapperHere } from '../../cli/run-mapper.js';

async function ask(question: string): Promise<{ readonly status: number | null; readonly answer: unknown }> {
  const { status, stdout } = await mapperHere(['inspect', 'epu', ...question.split(' '), '--json', '--quiet']);
  return { status, answer: stdout === '' ? undefined : JSON.parse(stdout) };
}

const region = 'flow --core q16 --tensor 1,2,25,63 --roi 1,2,12,23 --iterator XY_NO_BORDER --type int32';
const flowEstimates = ['flowLinesPerCycle', 'flowSetupCycles', 'borderRowCycles', 'borderColumnCycles'];

describe('answers', () => {
  it.each([
    ['tiles --core q8 --shape 1,3,8,8 --type int32', { tiles: 3, bytesMoved: 768, bytesUseful: 768, fill: 1 }],
    ['tiles --core q16 --shape 1,3,8,8', { tiles: 3, bytesMoved: 3072, bytesUseful: 768, fill: 0.25 }],
    ['walk --core q8 --shape 1,1,64,64 --iterator XY_NO_BORDER --tile 9', { origin: [0, 8, 0] }],
    ['walk --core q8 --shape 1,1,64,64 --iterator XY_NO_BORDER --tile 64', { origin: [56, 56, 0] }],
    [
      'walk --core q8 --shape 1,1,16,16 --iterator YX_NO_BORDER',
      {
        origins: [
          [0, 0, 0],
          [0, 8, 0],
          [8, 0, 0],
          [8, 8, 0],
        ],
      },
    ],
    [
      'memcpy --ddr 1,2,25,63 --ocm 1,2,12,63 --offset 0,0,4,0 --type int32',
      { bytes: 6048, ocmFootprint: 6144, copiesToCover: 3 },
    ],
    ['memcpy --ddr 1,2,12,15 --from ocm --to ddr', { bytes: 1440, ocmFootprint: 1536, copiesToCover: 1 }],
    [
      `${region} --offset 0,0,5,16`,
      { tiles: 4, bytesMoved: 4096, registers: 4, cycles: 64, setupCycles: 20, estimates: flowEstimates },
    ],
    [
      'flow --core q8 --tensor 1,1,8,8 --type int8 --packing packed --from array --to ocm --stream-side south',
      {
        tiles: 1,
        bytesMoved: 64,
        registers: 1,
        cycles: 8,
        setupCycles: 20,
        firstElementAt: [7, 0],
        estimates: flowEstimates,
      },
    ],
    [
      'broadcast --core q8 --shape 1,1,8,8 --type int32 --pops 32',
      { elementsPerPop: 2, popsAvailable: 32, leftover: 0, bytesDelivered: 16_384 },
    ],
    [
      'rau --core q8 --tensor 1,2,12,15 --row-stride 2 --col-stride 2 --only-inside',
      {
        ...{ cores: 64, coresInside: 48, cycles: 64, leastCycles: 8, offsetRegisters: 4 },
        estimates: ['randomAccessPorts'],
      },
    ],
  ])('%s', async (question, answer) => {
    expect(await ask(question)).toEqual({ status: 0, answer });
  });

  it('carries warnings', async () => {
    expect(await ask('broadcast --core q8 --shape 1,1,8,8 --pops 31')).toEqual({
      status: 0,
      answer: {
        ...{ elementsPerPop: 2, popsAvailable: 32, leftover: 2, bytesDelivered: 15_872, code: 'W_UNDERPOP' },
        warnings: [{ code: 'W_UNDERPOP', message: '31 pops leave 2 elements undelivered; 32 pops deliver all' }],
      },
    });
    expect(await ask('walk --shape 1,1,16,16 --iterator YX_NO_BORDER --write XY_NO_BORDER --tile 2')).toMatchObject({
      status: 0,
      answer: { origin: [0, 8, 0], moved: [2, 3], warnings: [{ code: 'W_ORDER' }] },
    });
    expect(await ask('walk --shape 1,1,8,8 --iterator ZY_NO_BORDER')).toMatchObject({
      answer: { warnings: [{ code: 'W_ITER' }] },
    });
  });

  it('labels estimates for people too', async () => {
    const { stdout } = await mapperHere(['inspect', 'epu', ...`${region} --offset 0,0,5,16`.split(' ')]);
    expect(stdout).toContain('64 cycles and 20 of setup (estimates');
    const { answer } = await ask('parameters --core q16');
    expect(answer).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ of: 'q16', name: 'arraySide', value: 16, trust: 'public', set: null }),
        expect.objectContaining({ name: 'ddrBytesPerCycle', trust: 'estimate', set: 'machine.ddr_bytes_per_cycle' }),
      ]),
    );
  });
});

describe('refusals', () => {
  it.each([
    ['E_PATH', 'memcpy --ddr 1,1,8,8 --to array'],
    ['E_PATH', 'flow --tensor 1,1,8,8 --from ddr'],
    ['E_PATH', 'broadcast --shape 1,1,8,8 --from array --to ocm'],
    ['E_PATH', 'rau --tensor 1,1,8,8 --from ddr'],
    ['E_MEMCPY_WIDTH', 'memcpy --ddr 1,2,25,63 --ocm 1,2,12,32'],
    ['E_BOUNDS', 'memcpy --ddr 1,2,25,63 --ocm 1,2,12,63 --offset 0,0,14,0'],
    ['E_BOUNDS', 'memcpy --ddr 1,2,25,63 --offset 0,-1,0,0'],
    ['E_BOUNDS', `${region} --offset 0,0,14,16`],
    ['E_BOUNDS', 'walk --shape 1,1,64,64 --tile 65'],
    ['E_OCMCAP', 'memcpy --ddr 1,64,224,224'],
    ['E_OCMCAP', 'memcpy --ddr 1,1,8,8 --live-bytes 8388600'],
    ['E_ALIGN', `${region} --offset 0,0,5,8`],
    ['E_REGCAP', 'flow --core q8 --tensor 1,1,257,256'],
    ['E_REGCAP', 'flow --core q8 --tensor 1,1,8,8 --live-registers 1024'],
    ['E_XFER', 'flow --core q8 --tensor 1,257,8,8'],
    ['E_ITER', 'walk --shape 1,1,8,8 --iterator XY_BORDER'],
    ['E_ITER', 'walk --shape 1,1,8,8 --write xy'],
    ['E_ITER_UNMODELLED', 'flow --tensor 1,1,8,8 --iterator ROW'],
    ['E_RAU_CFG', 'rau --tensor 1,1,8,8 --unconfigured'],
    ['E_RAU_OOB', 'rau --core q8 --tensor 1,2,12,15 --row-stride 2 --col-stride 2'],
    ['E_LIN', 'broadcast --core q8 --shape 1,1,1,27 --type int8'],
    ['E_OVERPOP', 'broadcast --core q8 --shape 1,1,8,8 --pops 33'],
    ['E_PEEK', 'broadcast --core q8 --shape 1,1,8,8 --first peek'],
    ['E_BIDX', 'broadcast --core q8 --shape 1,1,8,8 --index -1'],
    ['E_BIDX', 'broadcast --core q8 --shape 1,1,8,8 --index 2'],
    ['E_BSIDE', 'broadcast --core q8 --shape 1,1,8,8 --side east'],
  ])('%s: %s', async (code, question) => {
    const { status, answer } = await ask(question);
    // One sentence says what is wrong, and another what would be legal.
    const message = expect.stringMatching(/^[a-zA-Z0-9].{5,}; .{5,}[^.]$/);
    expect(status).toBe(1);
    expect(answer).toMatchObject({ legal: false, code, message });
    const details = { E_OVERPOP: ['elementsPerPop', 'popsAvailable', 'leftover'], E_RAU_OOB: ['cores', 'coresInside'] };
    const more = details[code as keyof typeof details] ?? (question.startsWith('rau') ? details.E_RAU_OOB : []);
    expect(Object.keys(answer as object)).toEqual(['legal', 'code', 'message', ...more]);
  });

  it('names the other broken rules to people', async () => {
    const { status, stdout, stderr } = await mapperHere(['inspect', 'epu', 'flow', '--tensor', '1,1,400,1000']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^refused\[E_REGCAP\]/);
    expect(stdout).toMatch(/^also E_XFER: /);
  });
});

describe('what is not a question', () => {
  it.each([
    ['tiles --shape 1,3,8', '--shape has 3 numbers'],
    ['tiles --shape 1,3,8,0', 'at least 1'],
    ['tiles --shape 99999999,99999999,9,9', 'too large'],
    ['tiles --shape 1,1,12000000,12000000', 'too large'],
    ['flow --tensor 1,1,8,8 --roi 1,1,8 --offset 0', '--offset has 1 numbers'],
    ['walk --shape 1,1000,1000,1000', '--tile'],
    ['tiles --core q64 --shape 1,1,8,8', 'q8, q16, q32'],
  ])('%s', async (question, said) => {
    const { status, stderr } = await mapperHere(['inspect', 'epu', ...question.split(' ')]);
    expect(status).toBe(2);
    expect(stderr).toContain(said);
  });

  it('is not the largest shape that can be counted', async () => {
    const tiles = 11_800_000 ** 2 / 64;
    expect(await ask('tiles --shape 1,1,11800000,11800000')).toMatchObject({ status: 0, answer: { tiles } });
  });

  it('is not one tile of a walk that is too long to list', async () => {
    expect(await ask('walk --shape 1,1000,1000,1000 --tile 15626')).toEqual({
      status: 0,
      answer: { origin: [0, 0, 1] },
    });
  });
});
