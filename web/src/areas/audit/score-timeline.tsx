import { useElementSize } from '@mantine/hooks';
import { labelStride, levels, type ScoreStep } from './replay.model.ts';
import classes from './audit.module.css';

const height = 96;
const edge = 34;

export type TimelineProps = {
  steps: readonly ScoreStep[];
  passMark: number;
  index: number;
  onIndex: (index: number) => void;
};

/** The score's life on a line: one dot a step, evenly spaced, values above; the slider chooses a step. */
export function ScoreTimeline({ steps, passMark, index, onIndex }: TimelineProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const pitch = steps.length > 1 ? Math.max(0, width - 2 * edge) / (steps.length - 1) : 0;
  const x = (at: number): number => edge + at * pitch;
  const { points, passLine } = levels(steps, passMark);
  const y = (level: number | null): number => height - 14 - (level ?? 0) * (height - 44);
  const stride = labelStride(pitch);
  // The first value stands where the name of the pass line would.
  const crowded = passLine !== null && Math.abs(y(points.find((level) => level !== null) ?? null) - y(passLine)) < 20;
  return (
    <div className={classes['timeline']} ref={ref}>
      {width > 0 && (
        <>
          <svg height={height} aria-hidden>
            {passLine !== null && (
              <>
                <line className={classes['pass']} x1={0} x2={width} y1={y(passLine)} y2={y(passLine)} />
                <text className={classes['passText']} x={0} y={y(passLine) + (crowded ? 15 : -5)}>
                  及格线 {passMark / 100}
                </text>
              </>
            )}
            <path className={classes['line']} d={pathOf(points, 0, index, x, y)} />
            <path
              className={`${classes['line'] ?? ''} ${classes['future'] ?? ''}`}
              d={pathOf(points, Math.max(0, index), steps.length - 1, x, y)}
            />
            {index >= 0 && <line className={classes['now']} x1={x(index)} x2={x(index)} y1={0} y2={height} />}
            {steps.map((step, at) => (
              <g key={step.position}>
                <circle
                  className={classes['dot']}
                  data-current={at === index || undefined}
                  data-future={at > index || undefined}
                  cx={x(at)}
                  cy={y(points[at] ?? null)}
                  r={5}
                  onClick={() => {
                    onIndex(at);
                  }}
                />
                {step.after.final !== null && (step.valueChanged || at === index) && (
                  <text
                    className={classes['value']}
                    data-passed={step.after.passed || undefined}
                    data-failed={!step.after.passed || undefined}
                    data-current={at === index || undefined}
                    x={x(at) + (fell(points, at) ? 5 : 0)}
                    y={y(points[at] ?? null) - 10}
                    textAnchor={at === steps.length - 1 ? 'end' : at === 0 || fell(points, at) ? 'start' : 'middle'}
                  >
                    {step.after.finalText}
                  </text>
                )}
              </g>
            ))}
          </svg>
          <div style={{ padding: `0 ${String(edge - 8)}px` }}>
            <input
              className={classes['slider']}
              type="range"
              min={0}
              max={Math.max(0, steps.length - 1)}
              step={1}
              value={Math.max(0, index)}
              aria-label="回放到第几步"
              aria-valuetext={steps[index] ? `${steps[index].atText} ${steps[index].title}` : '第一步之前'}
              onChange={(event) => {
                onIndex(Number(event.currentTarget.value));
              }}
            />
          </div>
          <div className={classes['axis']}>
            {steps.map((step, at) =>
              at % stride === 0 || at === index ? (
                <button
                  key={step.position}
                  type="button"
                  tabIndex={-1}
                  data-current={at === index || undefined}
                  style={{
                    left: x(at),
                    visibility:
                      at !== index && Math.abs(at - index) * pitch < 58 && at % stride === 0 && index % stride !== 0
                        ? 'hidden'
                        : undefined,
                  }}
                  onClick={() => {
                    onIndex(at);
                  }}
                >
                  {step.atText.slice(5, 10)}
                  <br />
                  {step.label}
                </button>
              ) : null,
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Whether the value came down to a point: then the line stands above the point, and its text beside the line. */
function fell(points: readonly (number | null)[], at: number): boolean {
  const [before, now] = [points[at - 1] ?? null, points[at] ?? null];
  return before !== null && now !== null && now < before;
}

/** A staircase through the known points: a value stands until the next one. */
function pathOf(
  points: readonly (number | null)[],
  from: number,
  to: number,
  x: (at: number) => number,
  y: (level: number | null) => number,
): string {
  let path = '';
  for (let at = from; at <= to; at += 1) {
    const level = points[at];
    if (level === null || level === undefined) continue;
    path += path === '' ? `M${String(x(at))},${String(y(level))}` : `H${String(x(at))}V${String(y(level))}`;
  }
  return path;
}
