import { IconAlertTriangle, IconCheck, IconClock, IconPencil } from '@tabler/icons-react';
import type { KeptState } from './kept-form.ts';
import classes from './elective.module.css';

/** Whether what is typed is kept, in words. */
export function KeptLine({ state, saved }: { state: KeptState; saved: boolean }) {
  switch (state.kind) {
    case 'keeping':
      return (
        <span className={classes['kept']} data-tone="blue" role="status">
          <IconClock size={15} /> 正在保存…
        </span>
      );
    case 'typed':
      return (
        <span className={classes['kept']} role="status">
          <IconPencil size={15} /> 有未保存的内容，稍后自动保存
        </span>
      );
    case 'failed':
      return (
        <span className={classes['kept']} data-tone="red" role="alert">
          <IconAlertTriangle size={15} /> 保存失败，已保留您输入的内容，正在重试
        </span>
      );
    case 'refused':
      return (
        <span className={classes['kept']} data-tone="red" role="alert">
          <IconAlertTriangle size={15} /> {state.message}
        </span>
      );
    case 'kept':
      return saved ? (
        <span className={classes['kept']} data-tone="green" role="status">
          <IconCheck size={15} /> 已保存
        </span>
      ) : (
        <span className={classes['kept']} role="status">
          填写后自动保存，可随时离开再继续
        </span>
      );
  }
}
