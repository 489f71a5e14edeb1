import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId, dateTimeText, integer } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import {
  MAX_PHOTO_BYTES,
  photoCheck,
  photoChecks,
  PHOTOS_TOGETHER,
  photoTypes,
  type PhotoCheck,
  type PhotoType,
} from './student-photo.vocabulary.ts';

const photoType = z.enum(Object.keys(photoTypes) as [PhotoType], '请选择照片类型');
const checkResult = z.enum(Object.keys(photoChecks) as [PhotoCheck]);
const studentId = z.string().min(1, '请先选择学生再操作').max(64);
const call = (action: string) => ({
  id: `studentPhoto.${action}`,
  path: `/studentStatus/studentPhoto/${action}` as const,
  scope: 'student' as const,
});

/** Writes photos whose bytes are in the store already; each takes the place of the one before it. */
export const recordPhotos = defineCommand(
  'studentPhoto.record',
  z.object({
    photoType,
    photos: z
      .array(
        z.object({
          studentId,
          relationalId: z.uuid(),
          digest: z.string().regex(/^[0-9a-f]{64}$/),
          fileSize: z.number().int().min(1).max(MAX_PHOTO_BYTES),
          width: z.number().int().min(1),
          height: z.number().int().min(1),
        }),
      )
      .min(1)
      .max(PHOTOS_TOGETHER),
  }),
  /** Students whose photo has passed and stays: who is no office replaces nothing that was found good. */
  z.object({ recorded: z.number().int(), kept: z.array(z.string()) }),
);
/** Says of several photos what looking at them came to. */
export const checkPhotos = defineCommand(
  'studentPhoto.check',
  z.object({ keys: z.array(z.string()).min(1).max(200), checkResult, checkOpinion: z.string() }),
  z.object({ checked: z.number().int() }),
);

/** One photo of one student (STUDENT-STATUS-08); a student's own as well. */
export const uploadPhoto = defineOperation({
  ...call('upload'),
  method: 'POST',
  access: { permission: 'studentPhoto:upload' },
  summary: '上传照片',
  encoding: 'multipart',
  failureText: '照片没有保存，请重试',
  input: z.object({ studentId, photoType, fileSize: integer(1, 20 * 1024 * 1024) }),
  output: z.object({ key: z.string() }),
});

/** A zip of photos, named by 学号 or 证件号; what cannot be taken is told row by row. */
export const uploadPhotos = defineOperation({
  ...call('batchUpload'),
  method: 'POST',
  access: { permission: 'studentPhoto:batchUpload' },
  summary: '批量上传照片',
  encoding: 'multipart',
  patience: 'long',
  failureText: '上传失败，请重试',
  input: z.object({ photoType, fileSize: integer(1) }),
  output: z.object({
    total: z.number().int(),
    recorded: z.number().int(),
    wrong: z.array(z.object({ fileName: z.string(), message: z.string() })),
  }),
});

/** The photos of a student as pictures; each look at somebody else's is logged. */
export const showPhotos = defineOperation({
  ...call('show'),
  method: 'GET',
  access: { permission: 'studentPhoto:show' },
  summary: '查看照片',
  outcome: 'query',
  input: z.object({ studentId }),
  output: z.object({
    photos: z.array(
      z.object({
        key: z.string(),
        photoType,
        photoTypeName: z.string(),
        checkResult,
        checkResultName: z.string(),
        checkOpinion: z.string(),
        uploadTime: dateTimeText,
        /** The jpg in base64. */
        picture: z.string(),
      }),
    ),
  }),
});
export type ShownPhoto = z.output<typeof showPhotos.output>['photos'][number];

export const checkPhotosOperation = defineOperation({
  ...call('check'),
  method: 'POST',
  access: { permission: 'studentPhoto:check' },
  summary: '检查照片',
  encoding: 'json',
  outcome: 'audit',
  input: z
    .object({
      commandId,
      keys: z.array(z.string().min(1).max(140)).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条'),
      checkResult,
      checkOpinion: z.string().trim().max(100, '最多 100 个字符').default(''),
    })
    .refine(({ checkResult: result, checkOpinion }) => result !== photoCheck.refused || checkOpinion !== '', {
      path: ['checkOpinion'],
      message: '不合格时请填写原因',
    }),
  output: z.object({ checked: z.number().int() }),
});

const photoFilter = z.object({
  photoType,
  checkResult: checkResult.optional(),
  departmentId: z.string().max(64).optional(),
  bjdm: z.string().max(64).optional(),
});
/** The photos of the students in scope, in one zip, named by 学号. */
export const downloadPhotos = defineOperation({
  ...call('download'),
  method: 'POST',
  access: { permission: 'studentPhoto:download' },
  summary: '下载照片',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  patience: 'long',
  input: photoFilter,
  output: z.unknown(),
});
/** Students in school without a photo of the type, or with one that was found bad. */
export const exportMissingPhotos = defineOperation({
  ...call('exportMissing'),
  method: 'POST',
  access: { permission: 'studentPhoto:exportMissing' },
  summary: '导出缺照片名单',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: photoFilter.omit({ checkResult: true }),
  output: z.unknown(),
});

export const studentPhotoOperations = [
  uploadPhoto,
  uploadPhotos,
  showPhotos,
  checkPhotosOperation,
  downloadPhotos,
  exportMissingPhotos,
] as const;
