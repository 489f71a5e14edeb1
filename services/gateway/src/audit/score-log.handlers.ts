import {
  auditClasses,
  scoreLog,
  scoreLogEvent,
  scoreLogExport,
  type scoreLogSorts,
} from '@jwxt/contracts/audit/score-log.operations.ts';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { scoreTypeNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { workbookAnswer } from '../kernel/document-answer.ts';
import { documentHandler } from '../kernel/export-handler.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { sortedRows } from '../kernel/sorted-rows.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';
import type { WorkbookColumn } from '../kernel/workbook.ts';
import { findClasses, mayReplaySheet, readClassTitle } from './audit.read.ts';
import { rawEventOf } from './raw-event.ts';
import { logRows, readClassEvents, type LogFilter, type ScoreLogRow } from './score-log.ts';

const classesShown = 30;

type Asked = {
  readonly teachingClassId: string;
  readonly scoreType: string;
  readonly beginTime?: string | undefined;
  readonly endTime?: string | undefined;
} & Omit<LogFilter, 'begin' | 'end'>;

async function eventsOf(
  call: SignedInCall,
  { teachingClassId, scoreType }: Pick<Asked, 'teachingClassId' | 'scoreType'>,
): Promise<PlacedEvent[]> {
  const { db, storedStreams } = call.services;
  if (!(await mayReplaySheet(db, call.user, call.permission, teachingClassId))) throw new Refused('SHEET_NOT_FOUND');
  return await readClassEvents(storedStreams, teachingClassId, scoreType);
}

function filterOf({ operation, operatorName, student, beginTime, endTime }: Asked): LogFilter {
  return {
    operation,
    operatorName,
    student,
    begin: beginTime ? toInstant(beginTime) : null,
    end: endTime ? toInstant(endTime) : null,
  };
}

const columns: readonly WorkbookColumn<ScoreLogRow>[] = [
  { header: '时间', width: 20, kind: 'time', value: (row) => row.logTime },
  { header: '操作人', width: 12, value: (row) => row.operatorName },
  { header: '角色', width: 16, value: (row) => row.operatorRole },
  { header: '操作', width: 8, value: (row) => row.operation },
  { header: '学号', width: 14, value: (row) => row.studentNumber },
  { header: '姓名', width: 10, value: (row) => row.studentName },
  { header: '分项', width: 12, value: (row) => row.itemName },
  { header: '改前', width: 10, kind: 'number', value: (row) => row.beforeValue },
  { header: '改后', width: 10, kind: 'number', value: (row) => row.afterValue },
  { header: '说明', width: 70, value: (row) => row.sentence },
  { header: '原因或意见', width: 30, value: (row) => row.reason },
  { header: '客户端地址', width: 18, value: (row) => row.clientAddress },
  { header: '事件位置', width: 24, value: (row) => row.eventPosition },
];

/** What the log is sorted by. */
const sortValues: Readonly<Record<(typeof scoreLogSorts)[number], (row: ScoreLogRow) => string>> = {
  logTime: (row) => row.logTime,
  operatorName: (row) => row.operatorName,
  operation: (row) => row.operation,
  studentNumber: (row) => row.studentNumber,
  clientAddress: (row) => row.clientAddress,
};

/** The log of a class's scores, answered from the event store (SCORE-MORE-15). */
export const scoreLogHandlers = [
  handler(scoreLog, async ({ pageNo, pageSize, sort, ...asked }, call) => {
    const events = await eventsOf(call, asked);
    const rows = sortedRows(logRows(events, filterOf(asked)), sort, sortValues);
    return {
      ...(await readClassTitle(call.services.db, asked.teachingClassId)),
      rows: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize),
      total: rows.length,
      operators: [...new Set(events.map(({ metadata }) => metadata.actor.name))],
    };
  }),
  documentHandler(scoreLogExport, async (asked, call) => {
    const rows = logRows(await eventsOf(call, asked), filterOf(asked));
    const { teachingClassName, courseName } = await readClassTitle(call.services.db, asked.teachingClassId);
    return await workbookAnswer(call, 'one class', `成绩日志_${courseName}_${teachingClassName}.xlsx`, {
      sheet: '成绩日志',
      columns,
      rows,
    });
  }),
  handler(scoreLogEvent, async ({ eventPosition, ...asked }, call) => {
    const event = (await eventsOf(call, asked)).find(({ position }) => formatPosition(position) === eventPosition);
    if (!event) throw new Refused('NOT_FOUND');
    return rawEventOf(event);
  }),
  handler(auditClasses, async ({ keyword }, call) => ({
    list: (await findClasses(call.services.db, call.user, call.permission, keyword, classesShown)).map((row) => ({
      ...row,
      scoreTypeName: scoreTypeNames[row.scoreType as ScoreType] ?? '',
    })),
  })),
];
