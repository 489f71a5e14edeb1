import type { ResourceRules } from '../kernel/resource-routes.ts';

/** Two courses are bound once, whichever of them comes first (SCORE-MORE-46). */
export const courseBindingRules: ResourceRules = {
  inTurn: true,
  async check(client, { mainCourseId, boundCourseId }, before) {
    const { rowCount } = await client.query(
      `select from base.course_binding where main_course_id = $1 and bound_course_id = $2
        and binding_id is distinct from $3`,
      [boundCourseId, mainCourseId, before?.['binding_id'] ?? null],
    );
    return rowCount === 0 ? [] : [{ field: 'boundCourseId', message: '这两门课程已经绑定' }];
  },
};
