import { expect, it } from 'vitest';
import { movementGroups, movementTotal, type Heads, type Moves } from './status-movement.rules.ts';

/** Heads by group of some students, of whom null is not there. */
function heads(places: readonly (string | null)[]): Heads[] {
  return [...Map.groupBy(places, (place) => place)].flatMap(([code, all]) =>
    code === null ? [] : [{ code, num: all.length }],
  );
}

it('STUDENT-STATUS-17: whoever goes wherever, what was there plus in minus out is what is there', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const place = (): string | null => [null, 'A', 'B', 'C'][random(4)] ?? null;
  for (let round = 0; round < 50; round += 1) {
    const before = Array.from({ length: random(40) }, place);
    const moves: Moves[] = [];
    const after = before.map((at) => {
      let now = at;
      for (let step = random(4); step > 0; step -= 1) {
        const next = place();
        if (next !== now)
          moves.push({
            from: now,
            to: next,
            inKind: now === null ? 'resumed' : 'fromGroup',
            outKind: next === null ? 'suspended' : 'toGroup',
            num: 1,
          });
        now = next;
      }
      return now;
    });
    const groups = movementGroups(heads(before), moves, heads(after), (code) => code);
    expect(groups.every(({ balanced }) => balanced)).toBe(true);
    expect(movementTotal(groups)).toMatchObject({
      balanced: true,
      opening: before.filter((at) => at !== null).length,
      closing: after.filter((at) => at !== null).length,
    });
  }
});

it('says so where a head is missing', () => {
  expect(movementGroups([{ code: 'A', num: 3 }], [], [{ code: 'A', num: 2 }], (code) => code)).toMatchObject([
    { opening: 3, inTotal: 0, outTotal: 0, closing: 2, balanced: false },
  ]);
});
