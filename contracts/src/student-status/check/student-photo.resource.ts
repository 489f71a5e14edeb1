import { field } from '../../kernel/resource-field.ts';
import { defineResource } from '../../kernel/resource.ts';
import { ofStudent, studentFields, studentScope } from '../../kernel/student-fields.ts';
import { photoCheck, photoChecks, photoTypes } from './student-photo.vocabulary.ts';

/**
 * STUDENT-STATUS-08 照片: one of a type for each student. A row comes with its picture (`upload`, `batchUpload`); one
 * without says that it is to be handed in. A workbook brings those, and what the checks came to.
 */
export const studentPhoto = defineResource({
  name: 'studentPhoto',
  service: 'studentStatus',
  table: 'student_photo',
  key: 'photoId',
  keyOf: ['studentCode', 'photoType'],
  called: 'studentCode',
  fields: {
    studentCode: field.reference('学生', 'student', {
      required: true,
      fixed: true,
      search: true,
      list: 90,
      shownAs: 'studentName',
    }),
    studentNumber: field.text('学号', 20, { ...ofStudent, search: true, list: 120 }),
    photoType: field.choice('照片类型', photoTypes, { required: true, fixed: true, search: true, list: 84 }),
    checkResult: field.choice('检查结果', photoChecks, { required: true, search: true, list: 90, initial: '0' }),
    checkOpinion: field.text('不合格原因', 100, { list: 160 }),
    photoSize: field.text('尺寸', 20, { readOnly: true, list: 96 }),
    fileSize: field.integer('大小（字节）', [1, 102_400], { readOnly: true }),
    uploadTime: field.time('上传时间', { readOnly: true, list: 160 }),
    uploaderName: field.text('上传人', 60, { readOnly: true }),
    ...studentFields,
  },
  order: [{ by: 'uploadTime', descending: true }, { by: 'studentCode' }],
  scope: studentScope,
  check: ({ checkResult, checkOpinion }) =>
    checkResult === photoCheck.refused && checkOpinion === null
      ? [{ field: 'checkOpinion', message: '不合格时请填写原因' }]
      : [],
  note: '新增的是待交的照片，照片由“上传照片”或“批量上传”收取：jpg，不超过 100 KB，宽高比 3:4，不小于 295×413。',
  empty: '还没有照片。可以逐个上传，也可以把以学号或证件号命名的照片打成 zip 批量上传。',
});
