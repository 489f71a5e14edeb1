import { Button, Loader } from '@mantine/core';
import { IconInfoCircle, IconSquare } from '@tabler/icons-react';
import { countText, elapsedText } from '../../lib/format.ts';
import { percentText, type Rebuild } from './read-model.model.ts';
import classes from './read-models.module.css';

export type RebuildCardProps = {
  /** What is being rebuilt: a read model, or several together. */
  title: string;
  /** A change of version, e.g. `1 → 2`. */
  versions?: string | undefined;
  rebuild: Rebuild;
  cancelText: string;
  /** Null: this person may not. */
  onCancel: (() => void) | null;
  cancelling: boolean;
};

/** A running rebuild, or several as one: progress, speed and time left, and the button that stops it. */
export function RebuildCard({ title, versions, rebuild, cancelText, onCancel, cancelling }: RebuildCardProps) {
  return (
    <section className={classes['rebuild']} aria-label={`正在重建 ${title}`}>
      <div className={classes['rebuildHead']}>
        <Loader size={16} aria-hidden />
        <strong>正在重建：{title}</strong>
        <span>
          {versions !== undefined && `版本 ${versions} · `}
          {rebuild.requestedBy}于 {rebuild.startedAt.slice(11)} 发起
        </span>
        <span className={classes['percent']}>{percentText(rebuild.percent)}</span>
      </div>
      <div
        className={classes['bar']}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(rebuild.percent)}
        aria-label={`${title}重建进度`}
      >
        <div className={classes['fill']} style={{ width: `${String(Math.min(100, rebuild.percent))}%` }} />
      </div>
      <div className={classes['rebuildFoot']}>
        <span>
          已处理{' '}
          <b>
            {countText(rebuild.done)} / {countText(rebuild.total)} 事件
          </b>
        </span>
        <span>
          速度 <b>{countText(Math.round(rebuild.speed))} 事件/秒</b>
        </span>
        <span>
          剩余 <b>{rebuild.secondsLeft === null ? '计算中' : `约 ${elapsedText(rebuild.secondsLeft * 1000)}`}</b>
        </span>
        <span>
          已用 <b>{elapsedText(rebuild.elapsedSeconds * 1000)}</b>
        </span>
        <span className={classes['safe']}>
          <IconInfoCircle size={15} aria-hidden /> 重建期间使用者仍看到旧版本，完成后一次切换
          {onCancel && (
            <Button
              variant="outline"
              color="red"
              size="xs"
              leftSection={<IconSquare size={13} />}
              loading={cancelling}
              onClick={onCancel}
            >
              {cancelText}
            </Button>
          )}
        </span>
      </div>
    </section>
  );
}
