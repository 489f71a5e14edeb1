import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { electiveStreams } from '@jwxt/contracts/elective/elective.state.ts';
import { ELECTIVE_PROCESS } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { setType } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { PassRule } from '../kernel/command-route.ts';
import { refusalOfWindow } from './open-course-window.ts';

/** Public electives of a semester pass in the window for it, where the office has set one (OPEN-COURSE-08, type 3). */
export const electiveReviewRule: PassRule = {
  processNo: ELECTIVE_PROCESS,
  async refuses(applyId, { handler, pool }) {
    const { state } = await handler.read(electiveStream(applyId), electiveStreams);
    if (state.status === 'none' || state.status === 'deleted') return null;
    const { semester, departmentId } = state.form;
    const { rowCount } = await pool.query(
      `select from base.start_time_set where set_type = $1 and semester_id = $2 and sfqy = '1'
        and (department_id is null or department_id = $3) limit 1`,
      [setType.electiveReview, semester, departmentId],
    );
    const work = { semesterId: semester, openDepartmentId: departmentId };
    return rowCount === 0 ? null : await refusalOfWindow(pool, setType.electiveReview, work, new Date().toISOString());
  },
};
