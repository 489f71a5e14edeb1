import type { FrozenCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { releasedScores } from '../score-setting/shared/released-scores.read.ts';

/** Frozen standings of a student, those apart that hold a score which is not open to him (SCORE-MORE-40). */
export async function splitByOpenness<S extends { readonly courses: readonly FrozenCourse[] }>(
  call: SignedInCall,
  studentCode: string,
  standings: readonly S[],
): Promise<{ open: S[]; withheld: S[] }> {
  const scores = standings.flatMap((standing) => standing.courses.map((course) => ({ ...course, standing })));
  const { shown } = await releasedScores(call.services.db, call, studentCode, scores);
  const seen = new Set(shown);
  const closed = new Set(scores.filter((score) => !seen.has(score)).map(({ standing }) => standing));
  return {
    open: standings.filter((standing) => !closed.has(standing)),
    withheld: standings.filter((standing) => closed.has(standing)),
  };
}
