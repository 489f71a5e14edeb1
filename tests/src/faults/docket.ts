/** Desk of the approvers of the whole school. */
export const wholeSchool = '*';

/** Applications on their way from writer to writer: who applied puts them on a desk, approvers take them from there. */
export interface Docket {
  /** Lays an application on the desk of a unit, or of the whole school. */
  lay(desk: string, applyId: string): void;
  take(desk: string): string | undefined;
  /** Says how it went, to who applied: returned for correction, or decided for good. */
  answer(applyId: string, how: 'returned' | 'ended'): void;
  /** The answer, once. */
  answerTo(applyId: string): 'returned' | 'ended' | undefined;
}

/** An empty docket. */
export function createDocket(): Docket {
  const desks = new Map<string, string[]>();
  const answers = new Map<string, 'returned' | 'ended'>();
  return {
    lay(desk, applyId) {
      desks.set(desk, [...(desks.get(desk) ?? []), applyId]);
    },
    take: (desk) => desks.get(desk)?.shift(),
    answer: (applyId, how) => void answers.set(applyId, how),
    answerTo(applyId) {
      const how = answers.get(applyId);
      answers.delete(applyId);
      return how;
    },
  };
}
