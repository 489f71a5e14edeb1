import { recognitionStream, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { recognitionKindList, recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import type { CommandServices, PassRule } from '../kernel/command-route.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { passedAttempt } from '../score/shared/attempts.decider.ts';

/**
 * Recognitions are not passed as things stand: when a course was passed since it was asked for, or when a score of this
 * system that they rest on is no longer what it was.
 */
export const recognitionPassRules: readonly PassRule[] = recognitionKindList.map((kind) => ({
  processNo: recognitionKinds[kind].processNo,
  refuses,
}));

async function refuses(applyId: string, { handler }: CommandServices): Promise<Refused | null> {
  const { state } = await handler.read(recognitionStream(applyId), recognitionStreams);
  if (!('request' in state)) return null;
  const { studentCode, relateList } = state.request;
  const attemptsAt = async (courseId: string) =>
    (await handler.read(attemptsStream(studentCode, courseId), attemptsStreams)).state;
  for (const { courseId, courseName } of relateList.flatMap((pair) => pair.inSideList)) {
    const passed = passedAttempt(await attemptsAt(courseId));
    if (passed) return refuse('RECOGNITION_PASSED', { course: courseName, final: passed.finalName });
  }
  for (const source of relateList.flatMap((pair) => pair.outSideList)) {
    const { attemptId, outCourseId } = source;
    if (attemptId === undefined || outCourseId === undefined) continue;
    const now = (await attemptsAt(outCourseId)).attempts.find((attempt) => attempt.attemptId === attemptId);
    const changed = sourceChange(source, now);
    if (changed) return changed;
  }
  return null;
}

type OutsideScore = RecognitionRequest['relateList'][number]['outSideList'][number];

/** What has become of a score since it was asked to be recognised; null when nothing has. */
function sourceChange(
  { outCourseName: course, outScoreCognizanceFinalValue: before }: OutsideScore,
  now: { readonly finalName: string; readonly passed: boolean } | undefined,
): Refused | null {
  if (!now) return refuse('RECOGNITION_SOURCE_WITHDRAWN', { course, before });
  return now.finalName === before && now.passed
    ? null
    : refuse('RECOGNITION_SOURCE_REVISED', { course, before, after: now.finalName });
}
