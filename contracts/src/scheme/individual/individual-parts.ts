import { gradeCourseReplace, studentTagsReplace } from './course-replace.resource.ts';

/** Rows of what is different for single students (SCHEME-36, 38). */
export const individualResources = [gradeCourseReplace, studentTagsReplace] as const;
