import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/** A copy of everything about oneself (个人信息保护法 第四十五条): made in the background, fetched under 我的导出. */
export const exportOwnData = defineOperation({
  id: 'person.exportOwn',
  method: 'GET',
  path: '/system/person/exportOwn',
  access: { signedIn: '只含本人的数据' },
  himself: '本人数据的副本只交给本人',
  summary: '导出我的数据',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({}),
  output: z.unknown(),
});

/**
 * A copy of everything about one person, by student number, staff number or account, for the data-protection officer.
 * NOT_FOUND for nobody's.
 */
export const exportPersonData = defineOperation({
  id: 'person.export',
  method: 'GET',
  path: '/system/person/export',
  access: { permission: 'person:export' },
  himself: '个人信息的副本只交给数据保护专员本人',
  scope: { none: '数据保护专员依法处理，涉及全校' },
  summary: '导出个人信息',
  answer: 'file',
  outcome: 'exportExcel',
  input: z.object({ number: z.string().trim().min(1, '请输入学号、工号或账号').max(40) }),
  output: z.unknown(),
});

export const personDataOperations = [exportOwnData, exportPersonData] as const;
