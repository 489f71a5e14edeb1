import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { field } from '../../kernel/resource-field.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { specialItemStudent } from './special-item.resource.ts';

const key = z.string().min(1, '必填').max(64);
const count = z.number().int().min(0);

/** The items that a student may choose among, course by course, with the one that he has (SCHEME-34). */
export const ownSpecialItems = defineOperation({
  id: 'specialItem.own',
  method: 'GET',
  path: '/scheme/specialItem/own',
  access: { permission: 'specialItem:choose' },
  scope: noScope.own,
  summary: '本人的专项选择',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        courseId: z.string(),
        courseName: z.string(),
        semesterId: z.string(),
        semesterName: z.string(),
        /** Empty: none yet. */
        chosenId: z.string(),
        items: z.array(
          z.object({
            specialItemId: z.string(),
            itemName: z.string(),
            capacity: z.number().int().nullable(),
            studentNum: count,
            /** Why it cannot be chosen; empty: it can. */
            problem: z.string(),
          }),
        ),
      }),
    ),
  }),
});
export type OwnSpecialItem = z.output<typeof ownSpecialItems.output>['list'][number];

const choice = { specialItemId: key };
const chosen = z.object({ specialItemId: z.string() });
export const chooseSpecialItemOperation = defineOperation({
  id: 'specialItem.choose',
  method: 'POST',
  path: '/scheme/specialItem/choose',
  access: { permission: 'specialItem:choose' },
  scope: noScope.own,
  summary: '选择专项',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...choice }),
  output: chosen,
});
/** The student takes this item, in the place of another of the same course and semester. */
export const chooseSpecialItem = defineCommand('specialItem.choose', z.object(choice), chosen);

/** What a file of placed students says in a line: one of level and score at least. */
export const levelFields = {
  studentNumber: field.text('学号', 20, { required: true }),
  studentName: field.text('姓名', 40, {}),
  level: field.text('专项', 40, { hint: '已定级时填写专项名称' }),
  score: field.tenths('分级成绩', [0, 1000], { hint: '没有填写专项时，按分级分数线定级' }),
} as const;
/** Other headers for the same. */
export const levelHeaders: Readonly<Record<string, keyof typeof levelFields>> = {
  级别: 'level',
  分级: 'level',
  专项名称: 'level',
  成绩: 'score',
  分数: 'score',
  总分: 'score',
  入学成绩: 'score',
};
const levelAccess = { permission: 'specialItemStudent:import' } as const;

/** An empty workbook for {@link previewLevels}. */
export const levelTemplate = defineOperation({
  id: 'specialItemStudent.levelTemplate',
  method: 'GET',
  path: '/scheme/specialItemStudent/levelTemplate',
  access: levelAccess,
  scope: noScope.picking,
  summary: '分级导入模板',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({}),
  output: z.unknown(),
});

/**
 * Which level of a course the students of a file come into, by name or by their placement scores (SCHEME-34). The run
 * is stored and taken back as every import of these rows.
 */
export const previewLevels = defineOperation({
  id: 'specialItemStudent.levelPreview',
  method: 'POST',
  path: '/scheme/specialItemStudent/levelPreview',
  access: levelAccess,
  scope: 'resource',
  summary: '分级导入预览',
  encoding: 'multipart',
  failureText: '读取失败，请重新选择文件',
  patience: 'long',
  input: z.object({
    fileName: z.string().trim().min(1).max(200),
    semesterId: z.string('请选择学年学期').min(1, '请选择学年学期').max(64),
    courseId: z.string('请选择课程').min(1, '请选择课程').max(64),
  }),
  output: z.object({
    preview: specialItemStudent.imports!.operations.preview.output,
    levels: z.array(
      z.object({
        itemName: z.string(),
        /** Empty: nobody comes by score. */
        minScore: z.string(),
        capacity: z.number().int().nullable(),
        before: count,
        coming: count,
      }),
    ),
  }),
});
export type PreviewedLevels = z.output<typeof previewLevels.output>;

export const specialItemOperations = [
  ownSpecialItems,
  chooseSpecialItemOperation,
  levelTemplate,
  previewLevels,
] as const;
