import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  printTranscript,
  scoreCard,
  scoreCardExport,
  transcriptFile,
  transcriptPrints,
  verifyTranscript,
} from '@jwxt/contracts/score-card/score-card.operations.ts';
import { keepTranscript } from '@jwxt/contracts/score-card/transcript.command.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { gpaRuleNames } from '@jwxt/contracts/score/score-rules.ts';
import { pdfAnswer, workbookAnswer } from '../kernel/document-answer.ts';
import { documentHandler } from '../kernel/export-handler.ts';
import { handler, publicHandler, type SignedInCall } from '../kernel/handler.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { releasedScores } from '../score-setting/shared/released-scores.read.ts';
import { readRemarkSettings } from '../score-setting/shared/remark-settings.read.ts';
import { cardAnswer, creditText, figureText } from './card-answer.ts';
import { maskedName, maskedNumber } from './masked-identity.ts';
import { endOfSecond, pastAttempts, readAttemptStreams } from './shared/past-attempts.ts';
import { scoreCardWorkbook } from './score-card-workbook.ts';
import {
  readAttempts,
  readCancelled,
  readCardStudent,
  readDataVersion,
  readInProgress,
  readPrintedStudent,
  readSchool,
  type CardStudent,
} from './score-card.read.ts';
import { judgeAttempts } from './student-standing.ts';
import { changedCourses, transcriptContentOf, transcriptDigest } from './transcript-content.ts';
import { transcriptPdf } from './transcript-pdf.ts';
import { listPrints, readPrint, readPrintTemplate, readSealOf, type KeptPrint } from './transcript.read.ts';
import { transcriptWords } from './transcript-words.ts';

/** The student whom the operation is about, in the person's scope. */
async function visibleStudent(call: SignedInCall, studentCode: string): Promise<CardStudent> {
  const student = await readCardStudent(call.services.db, call.user, call.permission, studentCode);
  if (!student) throw new Refused('SCORE_CARD_NO_STUDENT');
  return student;
}

async function cardNow(call: SignedInCall, studentCode: string) {
  const { db } = call.services;
  const student = await visibleStudent(call, studentCode);
  const attempts = await Promise.all([readAttempts(db, studentCode), readCancelled(db, studentCode)]);
  const { shown, withheld } = await releasedScores(db, call, studentCode, attempts.flat());
  const inProgress = await readInProgress(db, studentCode, shown);
  return cardAnswer(await judgeAttempts(db, student, shown), inProgress, null, withheld);
}

/** A student fetches what he printed himself of the scores that were open to him, and nothing that staff printed. */
const mayFetch = (print: KeptPrint, { user }: SignedInCall): boolean =>
  user.studentCode !== print.studentCode || user.userName === print.userName;

/**
 * Origin of the page that checks transcripts, without a slash at its end; null where nobody has said it: one that a
 * request names could be anybody's.
 */
async function verifySite({ services: { db, publicOrigin } }: SignedInCall): Promise<string | null> {
  const { verifyAddress } = await readSchool(db);
  return verifyAddress === '' ? publicOrigin : verifyAddress.replace(/\/$/, '');
}

/** Score cards, transcripts and their verification (SCORE-MORE-48). */
export const scoreCardHandlers = [
  handler(scoreCard, async ({ studentCode: named, asOf }, call) => {
    const studentCode = named ?? call.user.studentCode;
    if (studentCode === null) throw invalidField('studentCode', '请先选择学生再操作');
    if (!asOf) return await cardNow(call, studentCode);
    const { db, storedStreams } = call.services;
    const student = await visibleStudent(call, studentCode);
    const moment = endOfSecond(asOf);
    const attempts = await pastAttempts(storedStreams, await readAttemptStreams(db, studentCode), moment);
    const { shown, withheld } = await releasedScores(db, call, studentCode, attempts);
    return cardAnswer(await judgeAttempts(db, student, shown), [], moment, withheld);
  }),
  documentHandler(scoreCardExport, async ({ studentCode }, call) => {
    const card = await cardNow(call, studentCode);
    return await workbookAnswer(
      call,
      'one student',
      `成绩总表_${card.student.studentNumber}_${card.student.studentName}.xlsx`,
      scoreCardWorkbook(card),
    );
  }),
  handler(printTranscript, async ({ commandId, studentCode, language, allAttempts, printTemplateId, reason }, call) => {
    const { db } = call.services;
    const student = await visibleStudent(call, studentCode);
    const dataVersion = await readDataVersion(db);
    const [attempts, school, remarks, template] = await Promise.all([
      readAttempts(db, studentCode),
      readSchool(db),
      readRemarkSettings(db),
      readPrintTemplate(db, language, printTemplateId ?? ''),
    ]);
    if (!template && printTemplateId) throw invalidField('printTemplateId', '打印模板不存在或已停用，请重新选择');
    const { shown } = await releasedScores(db, call, studentCode, attempts);
    const content = transcriptContentOf(await judgeAttempts(db, student, shown), school, {
      allAttempts: allAttempts === yesNo.yes,
      remarks,
      template,
    });
    if (content.semesters.length === 0) throw new Refused('TRANSCRIPT_EMPTY');
    return await runCommand(
      keepTranscript,
      { studentCode, language, allAttempts, reason, content, digest: transcriptDigest(content), dataVersion },
      call,
      { commandId },
    );
  }),
  documentHandler(transcriptFile, async ({ code }, call) => {
    const print = await readPrint(call.services.db, code);
    if (!print || !mayFetch(print, call)) throw new Refused('TRANSCRIPT_UNKNOWN');
    const student = await visibleStudent(call, print.studentCode);
    const file = transcriptPdf({
      code,
      language: print.language,
      allAttempts: print.allAttempts === yesNo.yes,
      content: print.content,
      printedAt: print.printedAt,
      site: await verifySite(call),
    });
    return await pdfAnswer(
      call,
      `${transcriptWords[print.language].title}_${student.studentNumber}_${student.studentName}.pdf`,
      file,
    );
  }),
  handler(transcriptPrints, async ({ studentCode }, call) => {
    await visibleStudent(call, studentCode);
    const prints = (await listPrints(call.services.db, studentCode)).filter((print) => mayFetch(print, call));
    return {
      verifySite: await verifySite(call),
      list: prints.map(
        ({
          studentCode: _studentCode,
          content: { totals, template },
          digest: _digest,
          userName: _userName,
          printedAt,
          ...print
        }) => ({
          ...print,
          printedAt: toDateTimeText(printedAt),
          templateName: template?.printTemplateName ?? '',
          courseNum: totals.courseNum,
          gpa: figureText(totals.gpa),
        }),
      ),
    };
  }),
  publicHandler(verifyTranscript, async ({ code }, { services: { db, eventLog } }) => {
    const print = await readPrint(db, code);
    const student = print && (await readPrintedStudent(db, print.studentCode));
    if (!print || !student) throw new Refused('TRANSCRIPT_UNKNOWN');
    const { content, language, printedAt } = print;
    const now = transcriptContentOf(
      await judgeAttempts(db, student, await readAttempts(db, print.studentCode)),
      content,
      {
        allAttempts: print.allAttempts === yesNo.yes,
        remarks: await readRemarkSettings(db),
        template: content.template,
      },
    );
    const seal = await readSealOf(db, eventLog, print.dataVersion);
    return {
      code,
      schoolName: content.schoolName,
      studentName: maskedName(content.student.studentName),
      studentNumber: maskedNumber(content.student.studentNumber),
      language,
      printedAt: toDateTimeText(printedAt),
      courseNum: content.totals.courseNum,
      earnedCredit: creditText(content.totals.earnedCredit),
      gpa: figureText(content.totals.gpa),
      gpaRuleName: gpaRuleNames[content.rules.gpaRule],
      same: transcriptDigest(now) === print.digest,
      changedNum: changedCourses(content, now),
      checkpoint: seal === undefined ? null : { number: seal.number, time: toDateTimeText(seal.at), root: seal.root },
    };
  }),
];
