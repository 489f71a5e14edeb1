import { noticeDraft } from '@jwxt/contracts/notice/publishing.command.ts';
import { expect, it } from 'vitest';
import { formErrorsOf } from './field-errors.ts';

const draft = {
  noticeId: '0b8e8a52-3d0a-4d6e-9d5b-0d7c0a1b2c3d',
  noticeName: '放假安排',
  noticeTypeId: '1',
  content: '<p>内容</p>',
  audience: { roles: [], departments: [], grades: [], users: [] },
  topFlag: '0',
  needPush: '1',
  beginTime: '',
  endTime: '',
};

it('what is missing is said under its field before anything is asked or sent', () => {
  expect(formErrorsOf(noticeDraft, draft)).toEqual({});
  expect(formErrorsOf(noticeDraft, { ...draft, noticeName: ' ', noticeTypeId: '', content: '<p></p>' })).toEqual({
    noticeName: '请输入标题',
    noticeTypeId: '请选择通知类型',
    content: '请输入内容',
  });
  expect(
    formErrorsOf(noticeDraft, { ...draft, beginTime: '2026-11-22 08:00:00', endTime: '2026-11-21 08:00:00' }),
  ).toEqual({ endTime: '结束时间应晚于开始时间' });
});
