// @vitest-environment jsdom
import { deleteRoles } from '@jwxt/contracts/access/role.operations.ts';
import { requestSecondPerson } from '@jwxt/contracts/access/second-person.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useOperationMutation } from '../lib/queries.ts';
import { ok, refused, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { SecondPersonDialog } from './second-person.dialog.tsx';

signedOutAfterwards();

function Removing() {
  const remove = useOperationMutation(deleteRoles);
  return (
    <button
      type="button"
      onClick={() => {
        remove.mutate({ keyList: ['x1', 'x2'] });
      }}
    >
      删除
    </button>
  );
}

it('what needs a second person is asked for with a reason, as the same command', async () => {
  signIn({ permissions: ['role:deleteRoleByid'] });
  const api = stubApi([
    [deleteRoles, () => refused('SECOND_PERSON_NEEDED', '此操作须由另一人确认后执行，请填写原因提交申请', 409)],
    [requestSecondPerson, () => ok({ authId: 'A1' })],
  ]);
  const { user, unmount } = render(
    <>
      <Removing />
      <SecondPersonDialog />
    </>,
  );
  await user.click(screen.getByRole('button', { name: '删除' }));
  const dialog = within(await screen.findByRole('dialog', { name: '批量删除角色须另一人确认' }));
  await user.click(dialog.getByRole('button', { name: '提交申请' }));
  expect(await dialog.findByText('必填')).toBeDefined();
  expect(api.to(requestSecondPerson)).toEqual([]);
  await user.type(dialog.getByLabelText(/原因/), '不再使用');
  await user.click(dialog.getByRole('button', { name: '提交申请' }));
  const { commandId } = api.to(deleteRoles)[0]!.fields;
  await expect
    .poll(() => api.to(requestSecondPerson)[0]?.fields)
    .toMatchObject({
      operation: 'role.batchDelete',
      reason: '不再使用',
      input: { keyList: ['x1', 'x2'], commandId },
    });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  unmount();
});
