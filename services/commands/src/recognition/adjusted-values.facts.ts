import type {
  AdjustedValue,
  RecognitionRequest,
  SourceChange,
} from '@jwxt/contracts/recognition/recognition.events.ts';
import type { RecognitionState } from '@jwxt/contracts/recognition/recognition.state.ts';
import { weightedMean } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { loadPassMark } from '../score-setting/shared/pass-mark.facts.ts';
import { isInForce } from './recognition.decider.ts';
import { loadGradeBands, type GradeBand } from './recognition.facts.ts';
import { failingValue, gradeName, recognisedText } from './recognition-lines.ts';
import { loadNamedAttempts } from './recognised-attempts.facts.ts';

type Pair = RecognitionRequest['relateList'][number];
type Inside = Pair['inSideList'][number];
type Scores = Awaited<ReturnType<typeof loadNamedAttempts>>;

/**
 * What the values of a recognition in force become by the rules, its sources being what they are now: in each group
 * with a changed source the mean of its scores weighted by their credits (domain-model-score §4). Refuses
 * RECOGNITION_NOT_ADJUSTABLE when a source is gone or fails, RECOGNITION_VALUE_FAILED when the mean does not pass.
 */
export async function loadAdjustedValues(
  services: CommandServices,
  state: RecognitionState,
): Promise<readonly AdjustedValue[] | Refused> {
  if (!isInForce(state)) return [];
  const { studentCode, relateList } = state.request;
  const groups = relateList.filter((pair) => hasChanged(pair, state.changed));
  const [scores, bands, passMark] = await Promise.all([
    loadNamedAttempts(
      services,
      studentCode,
      groups.flatMap(({ outSideList }) =>
        outSideList.map(({ attemptId = '', outCourseId = '' }) => ({ attemptId, outCourseId })),
      ),
    ),
    loadGradeBands(services.pool),
    loadPassMark(services.pool, studentCode),
  ]);
  const adjusted: AdjustedValue[] = [];
  for (const pair of groups) {
    const value = meanOf(pair, scores);
    if (isRefused(value)) return value;
    for (const inside of pair.inSideList) {
      const after = valued(inside, value, bands);
      const failing = failingValue(after, bands, passMark);
      if (failing) return refuse(...failing);
      const { courseId, courseName } = inside;
      if (value !== inside.scoreCognizanceFinalValue)
        adjusted.push({ courseId, courseName, before: valueOf(inside), after: valueOf(after) });
    }
  }
  return adjusted;
}

const hasChanged = ({ outSideList }: Pair, changed: readonly SourceChange[]): boolean =>
  outSideList.some(({ attemptId }) => changed.some((change) => change.attemptId === attemptId));

function meanOf({ outSideList }: Pair, scores: Scores): number | Refused {
  const weighted = [];
  for (const { attemptId = '', outCourseName, outCourseCredit } of outSideList) {
    const attempt = scores.get(attemptId)?.attempt;
    if (!attempt?.passed || attempt.final === null)
      return refuse('RECOGNITION_NOT_ADJUSTABLE', { course: outCourseName });
    weighted.push({ credit: outCourseCredit, value: attempt.final });
  }
  return (
    weightedMean(weighted) ?? refuse('RECOGNITION_NOT_ADJUSTABLE', { course: outSideList[0]?.outCourseName ?? '' })
  );
}

const valued = (inside: Inside, value: number, bands: readonly GradeBand[]): Inside => ({
  ...inside,
  scoreCognizanceFinalValue: value,
  scoreValueStr: gradeName(value, inside.scoreHierarchyCode, bands),
});

const valueOf = (inside: Inside): AdjustedValue['before'] => ({
  scoreCognizanceFinalValue: inside.scoreCognizanceFinalValue,
  scoreValueStr: inside.scoreValueStr,
  finalName: recognisedText(inside),
});
