import { Readable } from 'node:stream';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { exportOwnData, exportPersonData } from '@jwxt/contracts/audit/person-data.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { personKind, personKindNames } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import { zipStream, type ZipEntry } from '../file/shared/zip-stream.ts';
import { archiveHandler } from '../kernel/export-handler.ts';
import type { ArchiveExport, ExportCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { releasedScores } from '../score-setting/shared/released-scores.read.ts';
import { findPerson, type Person, type PersonSought } from '../system/shared/person.read.ts';
import { contentStreams, replayApplication } from './application-history.ts';
import { readStudent } from './audit.read.ts';
import { overviewHtml } from './person-overview.ts';
import {
  readPersonApplications,
  readPersonFiles,
  readPersonMessages,
  readPersonRows,
  readPersonScores,
  readScoreStreams,
  type PersonFile,
  type PersonRows,
} from './person-data.read.ts';
import { replayScore } from './score-history.ts';

type Row = Readonly<Record<string, unknown>>;

/** Everything about a person. `own`: for himself, as far as the product lets him see it. */
async function describe(sought: PersonSought, call: ExportCall, own: boolean): Promise<ArchiveExport> {
  const person = await findPerson(call.services.db, sought);
  if (!person) throw new Refused('NOT_FOUND');
  return {
    // Named by the key and no name: the log keeps what a file was called.
    fileName: `${own ? '我的数据' : '个人信息'}_${person.code}.zip`,
    personal: own ? [] : ['studentName', 'studentNumber', 'content'],
    open: async ({ taken, counted, signal }) => {
      const { parts, files } = await collect(person, call, own);
      const entries = [...parts, ...files];
      counted?.(entries.length);
      let done = 0;
      const told = entries.map((entry) => ({
        ...entry,
        open: async () => {
          signal.throwIfAborted();
          await taken?.((done += 1));
          return await entry.open();
        },
      }));
      const bytes = entries.reduce((sum, entry) => sum + entry.bytes + 200 + 6 * entry.name.length, 100);
      return { stream: zipStream(told), bytes, rows: entries.length };
    },
  };
}

type SizedEntry = ZipEntry & { readonly bytes: number };

async function collect(
  person: Person,
  call: ExportCall,
  own: boolean,
): Promise<{ parts: SizedEntry[]; files: SizedEntry[] }> {
  const { db } = call.services;
  const base = await readPersonRows(db, person, own);
  const scores = person.kind === personKind.student ? await scoresOf(person.code, call, own) : [];
  const applyIds = await readPersonApplications(db, person, own);
  const [applications, steps] = await applicationsOf(applyIds, call);
  // How a score came about before it was published is not shown to its student in the product, nor here.
  const scoreSteps = person.kind === personKind.student && !own ? await scoreStepsOf(person.code, call) : [];
  const messages = await readPersonMessages(db, person.userNames, call.now);
  const files = await readPersonFiles(db, person, applyIds);
  const sections: PersonRows[] = [
    ...base,
    { title: '已发布成绩', table: '', rows: scores },
    { title: '申请', table: '', rows: applications },
    { title: '历史', table: '', rows: [...steps, ...scoreSteps] },
    { title: '消息', table: '', rows: messages },
    { title: '附件', table: '', rows: files.map(({ name, bytes, at }) => ({ 文件: name, 字节: bytes, 上传时间: at })) },
  ];
  const facts = [
    `${personKindNames[person.kind]} ${person.name}（${person.number}），截至 ${toDateTimeText(call.now)}。`,
    '同样的内容在各 JSON 文件中，便于其他程序读取；附件在“附件”文件夹中。',
    ...(own ? ['尚未发布或尚在办理的内容不在其中，可向学校的数据保护专员申请。'] : []),
  ];
  const text = (name: string, content: string): SizedEntry => {
    const bytes = Buffer.from(content);
    return { name, bytes: bytes.length, modified: call.now, open: () => Promise.resolve(Readable.from([bytes])) };
  };
  const json = (name: string, content: unknown): SizedEntry => text(name, `${JSON.stringify(content, null, 2)}\n`);
  return {
    parts: [
      text('总览.html', overviewHtml(own ? '我的数据' : '个人信息', facts, sections)),
      json('基本数据.json', base),
      json('成绩.json', scores),
      json('申请.json', applications),
      json('历史.json', [...steps, ...scoreSteps]),
      json('消息.json', messages),
    ],
    files: files.map((file) => attachment(file, call)),
  };
}

function attachment({ name, digest, bytes, at }: PersonFile, { services }: ExportCall): SizedEntry {
  return {
    name: `附件/${name}`,
    bytes,
    modified: at,
    open: async () => {
      const stored = await services.files.open(digest);
      if (!stored) throw new Refused('FILE_MISSING');
      return stored.stream;
    },
  };
}

async function scoresOf(studentCode: string, call: ExportCall, own: boolean): Promise<Row[]> {
  const scores = await readPersonScores(call.services.db, studentCode);
  const { shown } = own ? await releasedScores(call.services.db, call, studentCode, scores) : { shown: scores };
  return shown.map(({ row }) => row);
}

/** The applications, and what happened to each, as replays tell it. */
async function applicationsOf(applyIds: readonly string[], call: ExportCall): Promise<[Row[], Row[]]> {
  const applications: Row[] = [];
  const steps: Row[] = [];
  for (const applyId of applyIds) {
    const [events, ...content] = await Promise.all(
      [applicationStream(applyId), ...contentStreams(applyId)].map((stream) =>
        call.services.storedStreams.read(stream),
      ),
    );
    const history = replayApplication(events!, content.flat());
    if (!history) continue;
    const { processName, title, applyTime, approvalBusinessStatusName, applicantName } = history;
    applications.push({
      流程: processName,
      内容: title,
      申请人: applicantName,
      申请时间: applyTime,
      状态: approvalBusinessStatusName,
      填写的内容: history.steps.findLast((step) => step.content.length > 0)?.content ?? [],
    });
    for (const step of history.steps)
      steps.push({
        时间: step.atText,
        事项: `${processName}：${title}`,
        步骤: step.title,
        经过: step.sentence,
        经办人: step.byName,
        意见: step.opinion,
      });
  }
  return [applications, steps];
}

/** How each score of a student came about, course by course. */
async function scoreStepsOf(studentCode: string, { services }: ExportCall): Promise<Row[]> {
  const student = await readStudent(services.db, studentCode);
  if (!student) return [];
  const steps: Row[] = [];
  for (const { courseId, courseName, streams } of await readScoreStreams(services.db, studentCode)) {
    const events = await Promise.all(streams.map((stream) => services.storedStreams.read(stream)));
    for (const step of replayScore(events.flat(), student, courseId).steps)
      steps.push({
        时间: step.atText,
        事项: `成绩：${courseName}`,
        步骤: step.title,
        经过: step.sentence,
        经办人: step.byName,
      });
  }
  return steps;
}

/** Copies of everything about a person: for himself, and for the data-protection officer. */
export const personDataHandlers = [
  archiveHandler(exportOwnData, (_input, call) => describe({ userName: call.user.userName }, call, true)),
  archiveHandler(exportPersonData, (sought, call) => describe(sought, call, false)),
];
