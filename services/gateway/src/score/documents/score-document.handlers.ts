import {
  exportClasses,
  exportSheet,
  importFailures,
  importScores,
  previewImport,
  printSheet,
  sheetTemplate,
} from '@jwxt/contracts/score/score-document.operations.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { pdfAnswer, workbookAnswer } from '../../kernel/document-answer.ts';
import { documentHandler, exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, uploadHandler, type SignedInCall } from '../../kernel/handler.ts';
import { mayDo } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { foldEvents } from '../../kernel/stored-streams.ts';
import { exportedEntryClasses } from '../entry/entry-class.read.ts';
import { classesWorkbook, sheetWorkbook } from './sheet-export.ts';
import { readSheetFile } from './sheet-file-rows.ts';
import { saveImport } from './sheet-import-save.ts';
import { previewOf, seenAt } from './sheet-import.ts';
import { sheetPrint } from './sheet-print.ts';
import { failuresFile, sheetTemplateFile } from './sheet-template.ts';
import { findSheet, type SheetView } from '../entry/sheet.read.ts';

/** A file has the students of one class, with room for rows that somebody added. */
const fileLimits = { rows: 2_000, columns: 40 };

/** Typing for the teachers of a class (代录). */
const FOR_TEACHERS = 'scoreEntry:saveFor';

interface SheetKey {
  readonly teachingClassId: string;
  readonly scoreType: string;
}

/** The sheet when it is in the caller's scope under the permission of the call. */
async function sheetOf(key: SheetKey, { services: { db }, user, permission, now }: SignedInCall): Promise<SheetView> {
  const found = await findSheet(db, user, permission, key, now);
  if (!found) throw new Refused('SHEET_NOT_FOUND');
  return found;
}

/** What the events say: the values of earlier revisions are in no read model. */
async function foldedSheet(
  { teachingClassId, scoreType }: SheetKey,
  { services: { storedStreams } }: SignedInCall,
): Promise<ScoreSheetState> {
  const events = await storedStreams.read(sheetStream(teachingClassId, scoreType));
  return foldEvents(sheetStreams, events);
}

/** 成绩登记表_程序设计01班.pdf; without what no file system takes. */
function fileName(kind: string, { entryClass }: SheetView, extension: string): string {
  return `${kind}_${entryClass.courseName}_${entryClass.teachingClassName}.${extension}`.replaceAll(
    /[\\/:*?"<>|]/g,
    '-',
  );
}

async function schoolName({ services: { db } }: SignedInCall): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `select para_value as name from base.parameter where param_code = 'schoolName'`,
  );
  return rows[0]?.name ?? '';
}

/** Files of a score sheet: to fill in, to read in, to keep and to print. */
export const scoreDocumentHandlers = [
  handler(sheetTemplate, async (key, call) => {
    const sheet = await sheetOf(key, call);
    return await workbookAnswer(call, 'one class', fileName('成绩录入表', sheet, 'xlsx'), sheetTemplateFile(sheet));
  }),
  uploadHandler(previewImport, async (key, upload, call) => {
    const sheet = await sheetOf(key, call);
    const file = readSheetFile(
      await call.services.documents.readWorkbook(call.user.userName, upload, fileLimits),
      sheet,
    );
    return previewOf(file, sheet, seenAt(await foldedSheet(key, call), file.revision), call.user.userName);
  }),
  handler(importScores, async (input, call) => {
    const sheet = await sheetOf(input, call);
    // A reason opens the sheet to people who do not teach the class: only to those who may type for them, within that
    // scope.
    if (
      input.reason !== undefined &&
      !(mayDo(call.user, FOR_TEACHERS) && (await findSheet(call.services.db, call.user, FOR_TEACHERS, input, call.now)))
    )
      throw new Refused('FORBIDDEN');
    const { storedNum, failures } = await saveImport(input, sheet, call);
    return { storedNum, failures, savedAt: toDateTimeText(call.services.clock()) };
  }),
  handler(importFailures, async ({ failures, ...key }, call) => {
    const sheet = await sheetOf(key, call);
    return await workbookAnswer(
      call,
      'one upload',
      fileName('未导入的成绩', sheet, 'xlsx'),
      failuresFile(sheet, failures),
    );
  }),
  documentHandler(exportSheet, async (key, call) => {
    const sheet = await sheetOf(key, call);
    return await workbookAnswer(call, 'one class', fileName('成绩单', sheet, 'xlsx'), sheetWorkbook(sheet));
  }),
  exportHandler(exportClasses, (filter, { user, permission, now }) =>
    listExport(
      `教学班成绩录入_${toDateTimeText(now).slice(0, 10)}.xlsx`,
      classesWorkbook(exportedEntryClasses(user, permission, filter, now)),
    ),
  ),
  documentHandler(printSheet, async (key, call) => {
    const sheet = await sheetOf(key, call);
    return await pdfAnswer(
      call,
      fileName('成绩登记表', sheet, 'pdf'),
      sheetPrint(sheet, { schoolName: await schoolName(call), printedBy: call.user.name, at: call.now }),
    );
  }),
];
