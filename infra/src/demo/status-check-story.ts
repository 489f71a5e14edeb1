import { Readable } from 'node:stream';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { infoCheckTime } from '@jwxt/contracts/student-status/check/info-check-time.resource.ts';
import { applyForInfoCheck, confirmOwnInfo } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { checkPhotos, recordPhotos } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { photoCheck } from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import { derivedId } from '../runtime/event-id.ts';
import { createApplicationStory } from './application-story.ts';
import { drawnPhoto } from './photo.data.ts';
import { createRandom } from './random.ts';
import type { DemoStudent } from './enrolment.ts';
import type { Stage } from './sheet-story.ts';

const DAY = 86_400_000;
const idOf = (step: string): string => derivedId(`demo:statusCheck:${step}`);

/**
 * Photos of one class, looked at and not, and two times of checking information: one that is over, in which one student
 * proposed and another confirmed, and one that is open (STUDENT-STATUS-08, 21).
 */
export async function tellStatusChecks(stage: Stage, students: readonly DemoStudent[], now: Date): Promise<void> {
  await tellPhotos(stage, students);
  const moment = (days: number): Date => new Date(now.getTime() + days * DAY);
  const { sender, accounts } = stage;
  const times = await Promise.all(
    (
      [
        ['新学期信息核对', -60, -30],
        ['学籍信息核对', -5, 25],
      ] as const
    ).map(async ([name, begin, end]) => {
      const values = {
        checkName: `${String(now.getFullYear())}年${name}`,
        beginTime: toDateTimeText(moment(begin)),
        endTime: toDateTimeText(moment(end)),
        grades: [],
        departmentIds: [],
        editableFields: [
          'studentName',
          'idNumber',
          'birthDate',
          'nationCode',
          'politicalCode',
          'mobile',
          'email',
          'address',
        ],
        mustFile: ['politicalCode'],
        sfqy: '1' as const,
      };
      const { key } = await sender.send(
        infoCheckTime.commands.create,
        { values },
        {
          commandId: idOf(`time:${name}`),
          actor: accounts.office,
          permission: 'infoCheckTime:create',
        },
      );
      return key;
    }),
  );
  const [over = ''] = times;
  if (accounts.deferring)
    await sender.send(
      confirmOwnInfo,
      { checkTimeId: over },
      {
        commandId: idOf('confirm'),
        actor: accounts.deferring,
        permission: 'studentInformationApproval:confirm',
        at: moment(-45).toISOString(),
      },
    );
  await tellProposed(stage, moment(-50).toISOString());
  if (accounts.deferring) await tellProposed(stage, moment(-2).toISOString(), accounts.deferring);
}

/** A student proposes a new telephone and address; in the time that is over it was decided. */
async function tellProposed(stage: Stage, from: string, actor = stage.accounts.studentActor): Promise<void> {
  const { sender, accounts } = stage;
  const own = actor === accounts.studentActor;
  const name = `statusCheck:${actor.userName}`;
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const { applyId } = await sender.send(
    applyForInfoCheck,
    {
      studentId: actor.studentCode ?? '',
      changes: [
        { updateFieldCode: 'mobile', updateFieldValue: '13800138000', updateInfo: '已更换号码' },
        { updateFieldCode: 'address', updateFieldValue: '河南省郑州市中原区桐柏路1号', updateInfo: '已搬家' },
      ],
    },
    { ...story.step('apply', actor, 'studentInformationApproval:apply'), at: from },
  );
  if (own) await story.decide(applyId, 'passed', actor, accounts.clerk(accounts.student.dwh));
}

/** Photos of the first students: found good, found bad, and not looked at. */
async function tellPhotos({ sender, files, accounts }: Stage, students: readonly DemoStudent[]): Promise<void> {
  const bytes = Buffer.from(drawnPhoto, 'base64');
  const incoming = await files.receive(Readable.from([bytes]), { maxBytes: bytes.length });
  try {
    await incoming.keep();
    const shown = [accounts.student, ...students.filter((one) => one !== accounts.student).slice(0, 11)];
    const { office: actor } = accounts;
    await sender.send(
      recordPhotos,
      {
        photoType: '2',
        photos: shown.map(({ studentCode }) => ({
          studentId: studentCode,
          relationalId: idOf(`photo:${studentCode}`),
          digest: incoming.digest,
          fileSize: bytes.length,
          width: 480,
          height: 640,
        })),
      },
      { commandId: idOf('photos'), actor, permission: 'studentPhoto:batchUpload' },
    );
    const keysOf = (from: number, to: number): string[] =>
      shown.slice(from, to).map(({ studentCode }) => `${studentCode}/2`);
    for (const [checkResult, keys, checkOpinion] of [
      [photoCheck.passed, keysOf(0, 7), ''],
      [photoCheck.refused, keysOf(7, 9), '背景不是纯色'],
    ] as const)
      await sender.send(
        checkPhotos,
        { keys, checkResult, checkOpinion },
        { commandId: idOf(`check:${checkResult}`), actor, permission: 'studentPhoto:check' },
      );
  } finally {
    await incoming.discard();
  }
}
