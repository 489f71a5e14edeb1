import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkPhotosOperation,
  downloadPhotos,
  exportMissingPhotos,
  showPhotos,
  uploadPhoto,
  uploadPhotos,
} from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import { studentPhoto } from '@jwxt/contracts/student-status/check/student-photo.resource.ts';
import { zipStream } from '../../file/shared/zip-stream.ts';
import type { Browser } from '../../testing/browser.ts';
import { insertReferenceRows } from '../../testing/reference-rows.ts';
import { PASSWORD } from '../../testing/school.data.ts';
import { startSchool, type School } from '../../testing/school.ts';
import { jpgOf } from './photo.fixture.ts';

const commandId = (): string => crypto.randomUUID();
const GOOD = jpgOf(480, 640);
let school: School;
let office: Browser;
let clerk: Browser;
let student: Browser;

beforeAll(async () => {
  school = await startSchool({ services: true });
  await insertReferenceRows(school.pool, 'userAccount', [
    { userName: 'student1', name: '张三', kind: 'student', password: PASSWORD, studentCode: 'S2026001' },
  ]);
  await insertReferenceRows(school.pool, 'userRole', [{ userName: 'student1', jsbh: '08' }]);
  await school.pool.query(
    `update base.student set id_type = '1', id_number = '11010119900307109X' where student_code = 'S2026003'`,
  );
  [office, clerk, student] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('student1'),
  ]);
});
afterAll(() => school.stop());

const upload = (browser: Browser, studentId: string, file: Buffer, fileSize = file.length) =>
  browser.call(uploadPhoto, { studentId, photoType: '2', fileSize }, { file });
const zipOf = (files: Readonly<Record<string, Buffer>>) =>
  buffer(
    zipStream(
      Object.entries(files).map(([name, bytes]) => ({
        name,
        modified: new Date(),
        open: () => Promise.resolve(Readable.from([bytes])),
      })),
    ),
  );
const batch = async (browser: Browser, file: Buffer) =>
  await browser.call(uploadPhotos, { photoType: '1', fileSize: file.length }, { file });
const looks = async () =>
  (
    await school.pool.query<{ key: string }>(
      `select key from base.operation_log where operation = 'look' and resource = 'studentPhoto' order by id`,
    )
  ).rows.map(({ key }) => key);

describe('photos of students (STUDENT-STATUS-08)', () => {
  it.each([
    ['no jpg', Buffer.from('GIF89a, and some more'), undefined, 'PHOTO_REFUSED'],
    ['of another form', jpgOf(640, 480), undefined, 'PHOTO_REFUSED'],
    ['too large', jpgOf(480, 640, 110_000), undefined, 'PHOTO_REFUSED'],
    ['a bomb', jpgOf(60_000, 60_000), undefined, 'PHOTO_REFUSED'],
    ['cut off', GOOD.subarray(0, 1_000), undefined, 'PHOTO_REFUSED'],
    ['of another size than was said', GOOD, GOOD.length + 5, 'FILE_INCOMPLETE'],
  ])('one that is %s is refused', async (_title, file, size, code) => {
    expect(await upload(office, 'S2026001', file, size)).toMatchObject({ code });
  });

  it('are uploaded in scope, a student the own; what was found good only the office replaces', async () => {
    expect(await upload(clerk, 'S2026003', GOOD)).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await upload(student, 'S2026002', GOOD)).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await upload(student, 'S2026001', GOOD)).toMatchObject({ data: { key: 'S2026001/2' } });
    const asked = { commandId: commandId(), keys: ['S2026001/2'] };
    expect(await office.call(checkPhotosOperation, { ...asked, checkResult: '2' })).toMatchObject({
      fieldErrors: [{ field: 'checkOpinion', message: '不合格时请填写原因' }],
    });
    expect(await office.get(checkPhotosOperation, { ...asked, checkResult: '1' })).toEqual({ checked: 1 });
    expect(await upload(student, 'S2026001', jpgOf(480, 640, 3_000))).toMatchObject({ code: 'PHOTO_PASSED' });
  });

  it('are shown to who may see the student; each look at somebody else is logged', async () => {
    const [own] = (await student.get(showPhotos, { studentId: 'S2026001' })).photos;
    expect(own).toMatchObject({ photoTypeName: '入学', checkResultName: '合格' });
    expect(Buffer.from(own!.picture, 'base64').equals(GOOD)).toBe(true);
    expect(await looks()).toEqual([]);
    await office.get(showPhotos, { studentId: 'S2026001' });
    expect(await looks()).toEqual(['S2026001']);
    expect(await clerk.call(showPhotos, { studentId: 'S2026003' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
    expect(await student.call(showPhotos, { studentId: 'S2026002' })).toMatchObject({ code: 'OUT_OF_SCOPE' });
  });

  it('come in an archive by 学号 or 证件号; what cannot be taken is told row by row', async () => {
    const archive = await zipOf({
      '录取/2026001.jpg': GOOD,
      '11010119900307109x.JPG': jpgOf(600, 800),
      '2026404.jpg': GOOD,
      '张三.jpg': GOOD,
      '2026002.jpg': jpgOf(100, 100),
      'more/2026001.jpg': GOOD,
      '__MACOSX/._2026001.jpg': GOOD,
    });
    const { data } = await batch(office, archive);
    expect(data).toMatchObject({ total: 6, recorded: 2 });
    expect(data.wrong.map(({ fileName, message }) => `${fileName} ${message}`).toSorted()).toEqual([
      '2026002.jpg 尺寸 100×100，小于 295×413',
      '2026404.jpg 没有学号或证件号为 2026404 的学生，或不在您的数据权限内',
      'more/2026001.jpg 压缩包中该学生已有一张照片',
      '张三.jpg 文件名应为学号或证件号，扩展名为 jpg',
    ]);
    // The clerk of another unit reaches one of them.
    expect((await batch(clerk, archive)).data).toMatchObject({ recorded: 1 });
    expect(await batch(office, archive.subarray(0, 500))).toMatchObject({ code: 'PHOTO_ARCHIVE_REFUSED' });
  });

  it('a packed one that would grow beyond a photo is not unpacked', async () => {
    const packed = deflateRawSync(Buffer.alloc(50_000_000));
    const archive = await zipOf({ '2026001.jpg': packed });
    // Said to be packed, in the file's head and in the directory.
    archive.writeUInt16LE(8, 8);
    archive.writeUInt16LE(8, archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 10);
    expect((await batch(office, archive)).data.wrong).toEqual([{ fileName: '2026001.jpg', message: '超过 100 KB' }]);
  });

  it('are taken away as an archive, whose rows are counted; who lacks one is a list', async () => {
    const taken = await office.call(downloadPhotos, { photoType: '1' });
    expect(taken.bytes.includes(Buffer.from('2026003.jpg'))).toBe(true);
    const { rows } = await school.pool.query<{ looked: object }>(
      `select looked from base.operation_log where operation = 'export' and resource = 'studentPhoto'`,
    );
    expect(rows).toMatchObject([{ looked: { rows: 2, fields: ['photo'] } }]);
    expect(await office.call(downloadPhotos, { photoType: '3' })).toMatchObject({ code: 'PHOTO_NONE' });
    const missing = await office.call(exportMissingPhotos, { photoType: '2' });
    expect(missing.status).toBe(200);
  });

  it('a row without one says that it is to come; replaced and removed, its bytes are let go', async () => {
    const values = { studentCode: 'S2026002', photoType: '3' as const, checkOpinion: null };
    expect(
      await office.call(studentPhoto.operations.create, {
        commandId: commandId(),
        values: { ...values, checkResult: '1' },
      }),
    ).toMatchObject({ fieldErrors: [{ field: 'values.checkResult', message: '还没有上传照片，不能填写检查结果' }] });
    await office.get(studentPhoto.operations.create, {
      commandId: commandId(),
      values: { ...values, checkResult: '0' },
    });
    await upload(office, 'S2026001', jpgOf(480, 640, 3_000));
    await office.get(studentPhoto.operations.delete, { commandId: commandId(), key: 'S2026001/2' });
    const { rows } = await school.pool.query<{ there: number }>(
      `select count(*) filter (where removed_at is null)::int as there from base.file_resource
        where business_id = 'S2026001.2'`,
    );
    expect(rows).toEqual([{ there: 0 }]);
  });
});
