import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { courseReplace } from '@jwxt/contracts/scheme/individual/course-replace.events.ts';
import type { ReturnedReplaces } from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { foldEvents } from '../../kernel/stored-streams.ts';

const applications = readModelTable(approvalListModel, 'application');
type Came = Pick<ReadRowOf<typeof approvalListModel.tables.application>, 'apply_id' | 'apply_time' | 'status'>;
const SHOWN = 50;

/** The caller's own applications for replacements that came back, the latest first, with what each asked for. */
export async function readReturnedReplaces({ services, user }: SignedInCall): Promise<ReturnedReplaces['list']> {
  const { rows } = await services.db.query<Came>(
    `select apply_id, apply_time, status from ${applications}
      where applicant_user = $1 and process_no = $2 and status = any($3) order by apply_time desc, apply_id limit $4`,
    [user.userName, courseReplace.processNo, [businessStatus.returned, businessStatus.recalled], SHOWN],
  );
  const states = await Promise.all(
    rows.map(async (row) => ({
      row,
      state: foldEvents(courseReplace.streams, await services.storedStreams.read(courseReplace.streamOf(row.apply_id))),
    })),
  );
  return states.flatMap(({ row, state }) => {
    if (state.status === 'none' || !mayOpenAgain(state.status)) return [];
    const { gradeMajorId, gradeMajorName, students, beginSemesterId, replaceReason } = state.request;
    const coursesOf = (list: typeof state.request.oldCourses) =>
      list.map(({ courseId, courseName }) => ({ code: courseId, name: courseName }));
    return [
      {
        applyId: row.apply_id,
        applyTime: toDateTimeText(row.apply_time),
        approvalBusinessStatusName: businessStatusNames[row.status],
        gradeMajorId,
        gradeMajorName,
        students: students.map(({ studentCode, studentName }) => ({ code: studentCode, name: studentName })),
        oldCourses: coursesOf(state.request.oldCourses),
        newCourses: coursesOf(state.request.newCourses),
        beginSemesterId,
        replaceReason,
      },
    ];
  });
}
