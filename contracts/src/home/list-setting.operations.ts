import { z } from 'zod';
import { integer } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const columnChoice = z.object({
  key: z.string().max(64),
  shown: z.boolean(),
  pin: z.enum(['left', 'none', 'right']),
  chosen: z.boolean().optional(),
  width: integer(48, 900).optional(),
});
/** A person's columns of a list, in their order, and low rows. */
const tableChoices = z.object({ columns: z.array(columnChoice).max(80), dense: z.boolean() });

/** How many views of one list a person keeps. */
export const VIEWS_A_LIST = 20;

/** A list as it was found useful: its filter and sort as they stand in the address, and its columns. */
const savedView = z.object({
  name: z.string().trim().min(1, '请输入视图名称').max(20, '最多 20 个字符'),
  search: z.record(z.string().max(64), z.string().max(200)),
  choices: tableChoices.nullable(),
});
export type SavedView = z.output<typeof savedView>;

/** How a person wants one list (decision 094). */
export const listSetting = z.object({
  choices: tableChoices.optional(),
  pageSize: integer(1, 200).optional(),
  views: z
    .array(savedView)
    .max(VIEWS_A_LIST, `最多保存 ${String(VIEWS_A_LIST)} 个视图`)
    .optional(),
});
export type ListSetting = z.output<typeof listSetting>;

/** By its page and label. */
export const listName = z.string().trim().min(1).max(200);

/** All lists that the person has set up for himself. */
export const listSettings = defineOperation({
  id: 'listSetting.query',
  method: 'GET',
  path: '/baseInfo/listSetting/query',
  access: { signedIn: '自己的列表设置' },
  summary: '列表设置',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ listName: z.string(), setting: listSetting })) }),
});
/** Keeps how the person wants a list; an empty setting is as the product has it. */
export const saveListSetting = defineOperation({
  id: 'listSetting.save',
  method: 'POST',
  path: '/baseInfo/listSetting/save',
  access: { signedIn: '保存自己的列表设置' },
  summary: '保存列表设置',
  encoding: 'json',
  outcome: 'modify',
  input: z.object({ listName, setting: listSetting }),
  output: z.object({}),
});

export const listSettingOperations = [listSettings, saveListSetting] as const;
