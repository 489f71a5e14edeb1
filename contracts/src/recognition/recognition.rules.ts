/** What of a request, or of the form of one, says which courses are recognised from which own scores. */
export interface RecognisedFrom {
  readonly relateList: readonly {
    readonly outSideList: readonly {
      readonly attemptId?: string | undefined;
      readonly outCourseId?: string | undefined;
    }[];
    readonly inSideList: readonly { readonly courseId: string }[];
  }[];
}

/**
 * Keys of the own courses from whose scores a request recognises a course: with it they are one achievement, which
 * counts there. None for scores earned elsewhere, and for requests of which nothing is known any more.
 */
export function replacedCourses(request: RecognisedFrom | null | undefined, courseId: string): string[] {
  const sources = (request?.relateList ?? [])
    .filter(({ inSideList }) => inSideList.some((inside) => inside.courseId === courseId))
    .flatMap(({ outSideList }) => outSideList)
    .flatMap(({ attemptId, outCourseId }) => (!attemptId || !outCourseId ? [] : outCourseId));
  return [...new Set(sources)].filter((source) => source !== courseId);
}
