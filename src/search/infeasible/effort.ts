// How much is still to be spent on looking for a proof: counted in small steps, not timed, so that the same question gets
// the same answer everywhere.

export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get exhausted(): boolean {
    return this.#left <= 0;
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  spend(steps: number): void {
    this.#left -= steps;
  }
}
