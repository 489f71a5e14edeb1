import type { RecognitionRequest } from './recognition.events.ts';

/**
 * Keys of the own courses from whose scores a request recognises a course: with it they are one achievement, which
 * counts there. None for scores earned elsewhere, and for requests of which nothing is known any more.
 */
export function replacedCourses(request: RecognitionRequest | null | undefined, courseId: string): string[] {
  const sources = (request?.relateList ?? [])
    .filter(({ inSideList }) => inSideList.some((inside) => inside.courseId === courseId))
    .flatMap(({ outSideList }) => outSideList)
    .flatMap(({ attemptId, outCourseId }) => (attemptId === undefined || outCourseId === undefined ? [] : outCourseId));
  return [...new Set(sources)].filter((source) => source !== courseId);
}
