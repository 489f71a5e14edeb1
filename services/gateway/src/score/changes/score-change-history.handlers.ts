import {
  exportScoreChangeHistory,
  queryScoreChangeHistory,
} from '@jwxt/contracts/score/score-change-history.operations.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler } from '../../kernel/handler.ts';
import { readChangeHistory, selectChangeHistory } from './score-change-history.read.ts';

const queryHandler = handler(queryScoreChangeHistory, (input, { services, user }) =>
  readChangeHistory(services.db, user, input),
);

const historyExport = exportHandler(exportScoreChangeHistory, (filter, { user, permission }) =>
  listExport('成绩更改历史.xlsx', {
    sheet: '成绩更改历史',
    rows: selectChangeHistory(user, permission, filter),
    columns: [
      { header: '学年学期', width: 26, value: (row) => row.semesterName },
      { header: '课程编号', width: 14, value: (row) => row.courseNum },
      { header: '课程名称', width: 24, value: (row) => row.courseName },
      { header: '教学班', width: 24, value: (row) => row.teachingClassName },
      { header: '成绩类型', width: 12, value: (row) => scoreTypeNames[row.scoreType as ScoreType] },
      { header: '学号', width: 16, value: (row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row) => row.studentName },
      { header: '行政班', width: 16, value: (row) => row.administrativeClassName },
      { header: '更改项', width: 16, value: (row) => row.itemName },
      { header: '更改前', width: 12, value: (row) => row.beforeValue },
      { header: '更改后', width: 12, value: (row) => row.afterValue },
      { header: '备注更改前', width: 12, value: (row) => row.beforeRemark },
      { header: '备注更改后', width: 12, value: (row) => row.afterRemark },
      { header: '总评更改前', width: 12, kind: 'number', value: (row) => row.finalBefore },
      { header: '总评更改后', width: 12, kind: 'number', value: (row) => row.finalAfter },
      { header: '更改原因', width: 40, value: (row) => row.reason },
      { header: '申请人', width: 12, value: (row) => row.applicantName },
      { header: '生效时间', width: 20, kind: 'time', value: (row) => row.effectTime },
    ],
  }),
);

export const scoreChangeHistoryHandlers = [queryHandler, historyExport];
