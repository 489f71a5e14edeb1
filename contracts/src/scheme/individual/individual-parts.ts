import { untold } from '../../kernel/stream.ts';
import { courseReplace } from './course-replace.events.ts';
import {
  applyForCourseReplace,
  gradeCourseReplaceApply,
  returnedGradeReplaces,
  returnedStudentReplaces,
  studentCourseReplaceApply,
} from './course-replace.operations.ts';
import { gradeCourseReplace, studentTagsReplace } from './course-replace.resource.ts';

/** Rows of what is different for single students (SCHEME-36, 38). */
export const individualResources = [gradeCourseReplace, studentTagsReplace] as const;

/** What can be asked for of it besides. */
export const individualOperations = [
  gradeCourseReplaceApply,
  studentCourseReplaceApply,
  returnedGradeReplaces,
  returnedStudentReplaces,
] as const;

/** Its requests, told with their applications. */
export const individualStreams = [untold(courseReplace.streams)] as const;

/** Its commands, with who sends them. */
export const individualCommands = [
  [applyForCourseReplace, [gradeCourseReplaceApply, studentCourseReplaceApply]],
] as const;
