// @vitest-environment jsdom
import { settleMakeupOrigin } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { givenStudent } from './reassessed-student.fixture.ts';
import { SettleOriginDialog } from './settle-origin.dialog.tsx';

signedOutAfterwards();

function open(cause: 'withdrawn' | 'lowered') {
  signIn({ permissions: ['makeupList:update'] });
  const api = stubApi([[settleMakeupOrigin, () => ok({ teachingClassId: 'G1' })]]);
  const originNote = { text: '原成绩由 46.00 改为 38.00，本次成绩按此计为 53.00，不及格', open: true, cause };
  const rendered = render(
    <SettleOriginDialog
      kind="retakeApproval"
      teachingClassId="G1"
      inApproval={false}
      student={givenStudent('张三', { originNote })}
      onClose={() => undefined}
    />,
  );
  return { ...rendered, api };
}
const choices = () => screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value);

test('a published make-up that would fail with the right original items is kept, or weighed anew', async () => {
  const { user, api } = open('lowered');
  expect(choices()).toEqual(['keep', 'adjust']);
  await user.click(screen.getByRole('radio', { name: '按更正后的原成绩重新计算' }));
  await user.type(screen.getByPlaceholderText('请输入处理原因'), '平时成绩登错');
  await user.click(screen.getByRole('button', { name: '重新计算' }));
  await expect
    .poll(() => api.to(settleMakeupOrigin)[0]?.fields)
    .toMatchObject({ studentCode: '张三', decision: 'adjust', reason: '平时成绩登错' });
});

test('on a list that is not published the student is kept, or taken off', () => {
  open('withdrawn');
  expect(choices()).toEqual(['keep', 'remove']);
});
