import { buffer } from 'node:stream/consumers';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { photoNumber } from '@jwxt/contracts/student-status/check/student-photo.rules.ts';
import {
  checkPhotos,
  checkPhotosOperation,
  downloadPhotos,
  exportMissingPhotos,
  showPhotos,
  uploadPhoto,
  uploadPhotos,
} from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import {
  MAX_PHOTO_ARCHIVE_BYTES,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS,
  OWN_PHOTO,
  photoChecks,
  PHOTOS_TOGETHER,
  photoTypes,
  type PhotoType,
} from '@jwxt/contracts/student-status/check/student-photo.vocabulary.ts';
import type { IncomingFile } from '@jwxt/infra/runtime/file-store.ts';
import { receiveBytes } from '../../file/shared/receive-bytes.ts';
import { zipStream } from '../../file/shared/zip-stream.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, uploadHandler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { loggedFile, logLook } from '../../kernel/look-log.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import type { Upload } from '../../kernel/upload.ts';
import { photoBytes, photoEntries, type PhotoEntry } from './photo-archive.ts';
import { recordStored, storePhoto, type StoredPhoto } from './photo-store.ts';
import {
  listPhotos,
  missingPhotos,
  photosInReach,
  photosOf,
  reachesStudent,
  studentsByNumber,
  type MissingPhoto,
} from './student-photo.read.ts';

/** Photos that are read and stored at once. */
const AT_ONCE = 8;

/** Photos of students: taken in, looked at, checked, taken away (STUDENT-STATUS-08). */
export const studentPhotoHandlers: readonly Handler[] = [
  uploadHandler(uploadPhoto, async ({ studentId, photoType, fileSize }, upload, call) => {
    if (!(await reachesStudent(call.services.db, call, studentId))) throw new Refused('OUT_OF_SCOPE');
    if (call.user.studentCode !== null && photoType !== OWN_PHOTO)
      throw new Refused('PHOTO_REFUSED', { reason: `学生只能上传${photoTypes[OWN_PHOTO]}照片` });
    if (fileSize > MAX_PHOTO_BYTES)
      throw new Refused('PHOTO_REFUSED', { reason: `大小 ${String(Math.ceil(fileSize / 1024))} KB，超过 100 KB` });
    const bytes = await taken(upload, { announced: fileSize, most: MAX_PHOTO_BYTES }, call, (file) =>
      file.read(0, file.bytes),
    );
    const stored = await storePhoto(call.services.files, studentId, bytes);
    if (typeof stored === 'string') throw new Refused('PHOTO_REFUSED', { reason: stored });
    const { kept } = await recordStored(photoType, [stored], call);
    if (kept.length > 0) throw new Refused('PHOTO_PASSED');
    return { key: `${studentId}/${photoType}` };
  }),
  uploadHandler(uploadPhotos, async ({ photoType, fileSize }, upload, call) => {
    if (fileSize > MAX_PHOTO_ARCHIVE_BYTES)
      throw new Refused('PHOTO_ARCHIVE_REFUSED', { reason: '大于 1 GB，请分成几个压缩包' });
    // Nobody is named yet whose scope could be asked for.
    await studentsByNumber(call.services.db, call, []);
    return await taken(upload, { announced: fileSize, most: MAX_PHOTO_ARCHIVE_BYTES }, call, (archive) =>
      takeAll(archive, photoType, call),
    );
  }),
  handler(showPhotos, async ({ studentId }, call) => {
    const { db, files } = call.services;
    if (!(await reachesStudent(db, call, studentId))) throw new Refused('OUT_OF_SCOPE');
    const rows = await photosOf(db, studentId);
    if (rows.length > 0)
      await logLook(call, { resource: 'studentPhoto', key: studentId, own: 'studentCode', fields: ['photo'] });
    return {
      photos: await Promise.all(
        rows.map(async ({ key, photoType, digest, checkResult, checkOpinion, uploadTime }) => {
          const opened = await files.open(digest);
          if (!opened) throw new Refused('FILE_MISSING');
          return {
            key,
            photoType,
            photoTypeName: photoTypes[photoType],
            checkResult,
            checkResultName: photoChecks[checkResult],
            checkOpinion: checkOpinion ?? '',
            uploadTime: toDateTimeText(uploadTime),
            picture: (await buffer(opened.stream)).toString('base64'),
          };
        }),
      ),
    };
  }),
  handler(checkPhotosOperation, async ({ commandId, keys, checkResult, checkOpinion }, call) => {
    const reached = await photosInReach(call.services.db, call, keys);
    if (reached.length < new Set(keys).size) throw new Refused('OUT_OF_SCOPE');
    return await runCommand(checkPhotos, { keys, checkResult, checkOpinion }, call, { commandId });
  }),
  handler(downloadPhotos, async (filter, call) => {
    const { db, files } = call.services;
    const rows = await listPhotos(db, call, filter, MAX_PHOTOS + 1);
    if (rows.length === 0) throw new Refused('PHOTO_NONE');
    if (rows.length > MAX_PHOTOS) throw new Refused('PHOTO_TOO_MANY', { most: MAX_PHOTOS });
    const content = zipStream(
      rows.map(({ studentNumber, uploadTime, digest }) => ({
        name: `${studentNumber}.jpg`,
        modified: uploadTime,
        async open() {
          const opened = await files.open(digest);
          if (!opened) throw new Refused('FILE_MISSING');
          return opened.stream;
        },
      })),
    );
    const day = toDateTimeText(call.now).slice(0, 10).replaceAll('-', '');
    const fileName = `${photoTypes[filter.photoType]}照片_${day}.zip`;
    const file = { content, fileName, contentType: 'application/zip', rows: rows.length };
    return await loggedFile(call, downloadPhotos, filter, file, ['photo']);
  }),
  exportHandler(exportMissingPhotos, (filter, call) =>
    listExport<MissingPhoto>(`缺${photoTypes[filter.photoType]}照片名单.xlsx`, {
      sheet: '缺照片名单',
      rows: missingPhotos(call, filter),
      columns: [
        { header: '学号', width: 16, value: (row) => row.studentNumber },
        { header: '姓名', width: 14, value: (row) => row.studentName },
        { header: '院系', width: 24, value: (row) => row.departmentName },
        { header: '行政班', width: 24, value: (row) => row.className },
        { header: '原因', width: 30, value: (row) => (row.checkOpinion === null ? '没有照片' : row.checkOpinion) },
      ],
    }),
  ),
];

/** Takes an upload to the disk, does something with it, and leaves nothing of it there. */
async function taken<R>(
  upload: Upload,
  size: { readonly announced: number; readonly most: number },
  { services }: SignedInCall,
  work: (file: IncomingFile) => Promise<R>,
): Promise<R> {
  const incoming = await receiveBytes(services.files, upload, size);
  try {
    await upload.end();
    if (incoming.bytes !== size.announced) throw new Refused('FILE_INCOMPLETE');
    return await work(incoming);
  } finally {
    await incoming.discard();
  }
}

/** Photos of an archive, some at a time: never more than a few in memory, however many there are. */
async function takeAll(archive: IncomingFile, photoType: PhotoType, call: SignedInCall) {
  const entries = await photoEntries(archive);
  const wrong: { fileName: string; message: string }[] = [];
  const seen = new Set<string>();
  let recorded = 0;
  for (let from = 0; from < entries.length; from += PHOTOS_TOGETHER) {
    const part = entries.slice(from, from + PHOTOS_TOGETHER);
    const numbers = part.flatMap(({ name }) => photoNumber(name) ?? []);
    const students = await studentsByNumber(call.services.db, call, numbers);
    const coming: { entry: PhotoEntry; studentId: string }[] = [];
    for (const entry of part) {
      const number = photoNumber(entry.name);
      const studentId = number === null ? undefined : students.get(number);
      if (number === null) wrong.push({ fileName: entry.name, message: '文件名应为学号或证件号，扩展名为 jpg' });
      else if (studentId === undefined)
        wrong.push({ fileName: entry.name, message: `没有学号或证件号为 ${number} 的学生，或不在您的数据权限内` });
      else if (seen.has(studentId)) wrong.push({ fileName: entry.name, message: '压缩包中该学生已有一张照片' });
      else {
        seen.add(studentId);
        coming.push({ entry, studentId });
      }
    }
    const stored: StoredPhoto[] = [];
    const queue = coming[Symbol.iterator]();
    const next = async (): Promise<void> => {
      for (const { entry, studentId } of queue) {
        const bytes = await photoBytes(archive, entry);
        const photo = typeof bytes === 'string' ? bytes : await storePhoto(call.services.files, studentId, bytes);
        if (typeof photo === 'string') wrong.push({ fileName: entry.name, message: photo });
        else stored.push(photo);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (stored.length > 0) recorded += (await recordStored(photoType, stored, call)).recorded;
  }
  return { total: entries.length, recorded, wrong };
}
