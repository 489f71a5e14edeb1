import { Readable } from 'node:stream';
import { recordFile } from '@jwxt/contracts/file/file.command.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { CommandSender, SendOptions } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import type { FileStore } from '../runtime/file-store.ts';
import type { DemoStudent } from './enrolment.ts';

const maxBytes = 10_000;

/** A score that was brought along, as its certificate tells it. */
export interface CertifiedScore {
  readonly outCourseName: string;
  readonly outCourseCode: string;
  readonly outCourseCredit: string;
  readonly outScoreCognizanceFinalValue: string;
}

type Attaching = { readonly sender: CommandSender; readonly files: FileStore };

/** Attaches the certificate of a student's score to an application that is not sent yet, by whoever is to send it. */
export async function attachCertificate(
  stage: Attaching,
  applyId: string,
  { studentName, studentCode }: DemoStudent,
  score: CertifiedScore,
  step: SendOptions,
): Promise<void> {
  const lines = [
    '成绩证明',
    '',
    `姓名：${studentName}`,
    `学号：${studentCode.slice(1)}`,
    `课程：${score.outCourseName}（${score.outCourseCode}）`,
    `学分：${score.outCourseCredit}`,
    `成绩：${score.outScoreCognizanceFinalValue}`,
  ];
  await attachText(stage, { businessTable: RECOGNITION_FILES, businessId: applyId, name: '成绩证明', lines }, step);
}

/** Attaches a text of some lines to an application that is not sent yet. */
export async function attachText(
  { sender, files }: Attaching,
  {
    businessTable,
    businessId,
    name,
    lines,
  }: { businessTable: string; businessId: string; name: string; lines: readonly string[] },
  step: SendOptions,
): Promise<void> {
  const text = [...lines, ''].join('\r\n');
  // The mark at the beginning tells old programs that it is UTF-8.
  const incoming = await files.receive(Readable.from([Buffer.from(`\uFEFF${text}`)]), { maxBytes });
  try {
    await incoming.keep();
    await sender.send(
      recordFile,
      {
        relationalId: derivedId(`demo-file:${businessId}`),
        fileUid: 'certificate',
        name: `${name}.txt`,
        fileSize: incoming.bytes,
        fileType: 'txt',
        businessTable,
        businessId,
        digest: incoming.digest,
      },
      step,
    );
  } finally {
    await incoming.discard();
  }
}
