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

/** Attaches the certificate of a student's score to an application that is not sent yet, by whoever is to send it. */
export async function attachCertificate(
  { sender, files }: { readonly sender: CommandSender; readonly files: FileStore },
  applyId: string,
  { studentName, studentCode }: DemoStudent,
  score: CertifiedScore,
  step: SendOptions,
): Promise<void> {
  const text = [
    '成绩证明',
    '',
    `姓名：${studentName}`,
    `学号：${studentCode.slice(1)}`,
    `课程：${score.outCourseName}（${score.outCourseCode}）`,
    `学分：${score.outCourseCredit}`,
    `成绩：${score.outScoreCognizanceFinalValue}`,
    '',
  ].join('\r\n');
  // The mark at the beginning tells old programs that it is UTF-8.
  const incoming = await files.receive(Readable.from([Buffer.from(`\uFEFF${text}`)]), { maxBytes });
  try {
    await incoming.keep();
    await sender.send(
      recordFile,
      {
        relationalId: derivedId(`demo-file:${applyId}`),
        fileUid: 'certificate',
        name: '成绩证明.txt',
        fileSize: incoming.bytes,
        fileType: 'txt',
        businessTable: RECOGNITION_FILES,
        businessId: applyId,
        digest: incoming.digest,
      },
      step,
    );
  } finally {
    await incoming.discard();
  }
}
