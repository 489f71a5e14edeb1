import {
  courseReplace,
  type CourseReplaceEvent,
  type CourseReplaceRequest,
} from '@jwxt/contracts/scheme/individual/course-replace.events.ts';
import { replaceSource } from '@jwxt/contracts/scheme/individual/course-replace.resource.ts';
import { replaceModeOf } from '@jwxt/contracts/scheme/individual/course-replace.rules.ts';
import { settleRequest } from '../../approval/shared/settle-request.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { creditDifference, replaceConflicts } from './course-replace-checks.ts';
import { courseReplaceDecider, type ReplaceClash } from './course-replace.decider.ts';

/** What passed is a rule, whose loss of credits its approval confirms; or another one stands in its way by then. */
export const settleCourseReplace = settleRequest<CourseReplaceRequest, CourseReplaceEvent, ReplaceClash>(
  'course-replace-outcome',
  {
    kind: courseReplace,
    decider: courseReplaceDecider,
    async takeEffect({ client, context, request }) {
      const { applyId, gradeMajorId, departmentId, beginSemesterId, replaceReason } = request;
      const table = gradeMajorId === null ? 'student_tags_replace' : 'grade_course_replace';
      const resource = gradeMajorId === null ? 'studentTagsReplace' : 'gradeCourseReplace';
      // As rows of these resources are stored: one after the other.
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${resource}`]);
      const courses = {
        oldCourses: request.oldCourses.map(({ courseId }) => courseId),
        newCourses: request.newCourses.map(({ courseId }) => courseId),
      };
      const students = request.students.map(({ studentCode }) => studentCode);
      const [conflict] = await replaceConflicts(client, courses, { gradeMajorId, students }, null);
      if (conflict) return { type: 'clash', why: conflict.message };
      const { rows } = await client.query<LoggedChange>(
        `insert into base.${table} as rule (replace_id,
            ${gradeMajorId === null ? 'department_id, student_codes' : 'grade_major_id'}, old_courses, new_courses,
            replace_mode, credit_diff, credit_confirmed, begin_semester_id, replace_reason, replace_source)
          values ($1, $2, ${gradeMajorId === null ? '$10, ' : ''}$3, $4, $5, $6, '1', $7, $8, $9)
          returning replace_id as key, null as before, to_jsonb(rule) as after`,
        [
          applyId,
          gradeMajorId ?? departmentId,
          JSON.stringify(courses.oldCourses),
          JSON.stringify(courses.newCourses),
          replaceModeOf(courses),
          await creditDifference(client, courses),
          beginSemesterId,
          replaceReason,
          replaceSource.applied,
          ...(gradeMajorId === null ? [JSON.stringify(students)] : []),
        ],
      );
      await logOperations(client, context, 'create', resource, rows);
      return null;
    },
  },
);
