// @vitest-environment jsdom
import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { DateTimeField } from './date-field.tsx';
import { Dialog } from './dialog.tsx';
import { CancelButton, useUnsavedInput } from './unsaved-input.tsx';

function Form() {
  const [reason, setReason] = useState('');
  const [begin, setBegin] = useState<string | null>(null);
  useUnsavedInput([reason, begin]);
  return (
    <>
      <TextInput
        label="原因"
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
      />
      <DateTimeField label="开始时间" value={begin} onChange={setBegin} />
      <CancelButton />
    </>
  );
}

type User = ReturnType<typeof render>['user'];
const ways: [string, (user: User) => Promise<void>][] = [
  ['Esc', (user) => user.keyboard('{Escape}')],
  ['×', (user) => user.click(screen.getByRole('button', { name: '关闭' }))],
  ['取消', (user) => user.click(screen.getByRole('button', { name: '取消' }))],
  ['a click beside it', (user) => user.click(document.querySelector('.mantine-Modal-overlay')!)],
];
const asked = () => screen.findByRole('dialog', { name: '提示' });

function open() {
  const onClose = vi.fn<() => void>();
  return {
    onClose,
    ...render(
      <Dialog opened onClose={onClose} width={400} title="设置">
        <Form />
      </Dialog>,
    ),
  };
}

describe.each(ways)('a dialog closed by %s', (_way, close) => {
  it('goes at once while nothing is typed in it', async () => {
    const { user, onClose } = open();
    await close(user);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks when something is, and keeps it unless it is given up', async () => {
    const { user, onClose } = open();
    await user.type(screen.getByLabelText('原因'), '出差');
    await close(user);
    await asked();
    await user.click(screen.getAllByRole('button', { name: '取消' }).at(-1)!);
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: '提示' })).toBeNull();
    });
    expect([onClose.mock.calls.length, screen.getByLabelText<HTMLInputElement>('原因').value]).toEqual([0, '出差']);
    await close(user);
    await asked();
    await user.click(screen.getByRole('button', { name: '放弃' }));
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
  });

  it('goes at once when what was typed was taken back', async () => {
    const { user, onClose } = open();
    await user.type(screen.getByLabelText('原因'), '出{Backspace}');
    await close(user);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it('Esc in a calendar closes the calendar and leaves the dialog', async () => {
  const { user, onClose } = open();
  await user.click(await screen.findByRole('button', { name: /^开始时间/ }));
  const day = (await screen.findAllByRole('button', { name: /^15 / }))[0] ?? expect.unreachable('no day');
  day.focus();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /^15 / })).toBeNull();
  });
});

it('a form beside the dialog tells it by `input`', async () => {
  const onClose = vi.fn<() => void>();
  function Beside() {
    const [on, setOn] = useState(false);
    return (
      <Dialog opened onClose={onClose} input={on} width={400} title="设置">
        <Button
          onClick={() => {
            setOn(true);
          }}
        >
          改变
        </Button>
      </Dialog>
    );
  }
  const { user } = render(<Beside />);
  await user.click(screen.getByRole('button', { name: '改变' }));
  await user.keyboard('{Escape}');
  await asked();
  expect(onClose).not.toHaveBeenCalled();
});

it('the question goes by itself when what was typed is saved meanwhile: what became of it stays open', async () => {
  const onClose = vi.fn<() => void>();
  const answer = Promise.withResolvers<void>();
  function Sending() {
    const [reason, setReason] = useState('');
    const [done, setDone] = useState(false);
    useEffect(() => {
      void answer.promise.then(() => {
        setDone(true);
      });
    }, []);
    return (
      <Dialog opened onClose={onClose} input={done ? undefined : reason} width={400} title="设置">
        {done ? (
          '已完成 2 个'
        ) : (
          <TextInput
            label="原因"
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        )}
      </Dialog>
    );
  }
  const { user } = render(<Sending />);
  await user.type(screen.getByLabelText('原因'), '出差');
  await user.click(screen.getByRole('button', { name: '关闭' }));
  await asked();
  answer.resolve();
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: '提示' })).toBeNull();
  });
  screen.getByText('已完成 2 个');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '关闭' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('opened from within a form stands beside it: its own form sends and resets itself alone', async () => {
  const complaints = vi.spyOn(console, 'error');
  const sent: string[] = [];
  const onSubmit = (name: string) => (event: SyntheticEvent) => {
    event.preventDefault();
    sent.push(name);
  };
  const { user } = render(
    <form aria-label="外" onSubmit={onSubmit('外')} onReset={onSubmit('重置外')}>
      <Dialog opened onClose={() => {}} width={400} title="选择">
        <form aria-label="内" onSubmit={onSubmit('内')} onReset={onSubmit('重置内')}>
          <TextInput label="姓名" />
          <Button type="reset">重置</Button>
        </form>
      </Dialog>
    </form>,
  );
  await user.type(screen.getByLabelText('姓名'), '王{Enter}');
  await user.click(screen.getByRole('button', { name: '重置' }));
  expect(sent).toEqual(['内', '重置内']);
  expect(screen.getByRole('form', { name: '内' }).parentElement?.closest('form')).toBeNull();
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});
