import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../../messages.ts';
import { axisEnd } from './figures.ts';

const HEIGHT = 132;
const TOP = 6;
/** As a share of a column's width. */
const BAR_SHARE = 0.7;
const BAR_WIDTH_MAX = 44;

/** A series' colour, with a pattern for those who cannot see it. */
export type Ink = 'good' | 'warn' | 'bad' | 'none' | 'plain' | 'faint';

export interface Series {
  readonly label: string;
  readonly ink: Ink;
}

export interface Column {
  readonly name: string;
  /** One for each series; null when nothing was measured. */
  readonly values: readonly (number | null)[];
  /** Target of a click. */
  readonly href?: string;
}

interface PlotProps {
  readonly title: string;
  /** Its content in a sentence, for those who cannot see it. */
  readonly summary: string;
  readonly series: readonly Series[];
  readonly columns: readonly Column[];
  readonly format: (value: number) => string;
}

/** Stacked counts. The table next to it has the figures. */
export function Bars(props: PlotProps) {
  const { series, columns } = props;
  if (hasFewColumns(columns)) return <Amounts {...props} />;
  const most = Math.max(0, ...columns.map(({ values }) => sum(values)));
  return (
    <Frame {...props} end={axisEnd(most)} swatch="bar">
      {({ fill, x, y, step }) =>
        columns.map(({ values }, column) => {
          const width = Math.min(step * BAR_SHARE, BAR_WIDTH_MAX);
          let below = 0;
          return values.map((value, i) => {
            if (!value) return null;
            const bottom = y(below);
            below += value;
            const top = y(below);
            return (
              <rect
                class={`ink ${series[i]!.ink}`}
                fill={fill(series[i]!.ink)}
                x={x(column) - width / 2}
                y={top}
                width={width}
                height={Math.max(1, bottom - top)}
              />
            );
          });
        })
      }
    </Frame>
  );
}

/** Measurements over time; the second line is dashed. */
export function Lines(props: PlotProps) {
  const { series, columns } = props;
  if (hasFewColumns(columns)) return <Amounts {...props} />;
  const most = Math.max(0, ...columns.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <Frame {...props} end={axisEnd(most)} swatch="line">
      {({ x, y }) =>
        series.map(({ ink }, i) => (
          <g class={`line ${ink} ${i === 0 ? '' : 'dashed'}`}>
            <path
              d={pathOf(
                columns.map(({ values }) => values[i] ?? null),
                x,
                y,
              )}
            />
            {columns.map(({ values }, column) => {
              const value = values[i];
              if (value === null || value === undefined) return null;
              return i === 0 ? (
                <circle cx={x(column)} cy={y(value)} r={3} />
              ) : (
                <rect x={x(column) - 2.5} y={y(value) - 2.5} width={5} height={5} />
              );
            })}
          </g>
        ))
      }
    </Frame>
  );
}

/** Whether there is nothing to compare over time. */
function hasFewColumns(columns: readonly Column[]): boolean {
  return columns.filter(({ values }) => values.some((value) => value)).length <= 1;
}

/** The only column with values, lying: each series with its bar and its figure. Where there is none, it says so. */
function Amounts({ title, summary, series, columns, format }: PlotProps) {
  const column = columns.find(({ values }) => values.some((value) => value));
  const values = column?.values ?? [];
  const most = Math.max(...values.map((value) => value ?? 0));
  return (
    <figure class="plot stack">
      <figcaption class="stack gap-xs">
        <h2>{title}</h2>
        <p class="aside">{column?.name ?? t('Nothing happened in this time')}</p>
        <p class="visually-hidden">{summary}</p>
      </figcaption>
      {column && (
        <dl class="amounts small stack gap-m">
          {series.map(({ label, ink }, i) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd class="row">
                <span class={`amount ${ink}`} style={{ inlineSize: `${(100 * (values[i] ?? 0)) / most}%` }} />
                <span>{figure(values[i], format)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {column?.href && (
        <a class="small" href={column.href}>
          {t('See the answers behind them')}
        </a>
      )}
    </figure>
  );
}

interface Scale {
  readonly x: (column: number) => number;
  readonly y: (value: number) => number;
  /** Width of a column. */
  readonly step: number;
  readonly fill: (ink: Ink) => string;
}

function Frame(
  props: PlotProps & {
    readonly end: number;
    readonly swatch: 'bar' | 'line';
    readonly children: (scale: Scale) => ComponentChildren;
  },
) {
  const { title, summary, series, columns, format, end, swatch, children } = props;
  const id = useId();
  const [element, width] = useWidth();
  const step = width / Math.max(1, columns.length);
  const fill = (ink: Ink) => `url(#${id}-${ink})`;
  const scale: Scale = {
    x: (column) => (column + 0.5) * step,
    y: (value) => HEIGHT - (value / end) * (HEIGHT - TOP),
    step,
    fill,
  };
  return (
    <figure class="plot stack">
      <figcaption class="stack gap-xs">
        <h2>{title}</h2>
        <ul class="row wrap gap-facts fine">
          {series.map(({ label, ink }, i) => (
            <li key={label} class="row gap-s">
              <svg width="16" height="12" aria-hidden="true">
                {swatch === 'bar' ? (
                  <rect class={`ink ${ink}`} fill={fill(ink)} x="1" y="1" width="14" height="10" />
                ) : (
                  <g class={`line ${ink} ${i === 0 ? '' : 'dashed'}`}>
                    <path d="M0 6H16" />
                  </g>
                )}
              </svg>
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="plot-area" dir="ltr" ref={element}>
        <span class="plot-end fine" aria-hidden="true">
          {format(end)}
        </span>
        <svg width={width} height={HEIGHT} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{summary}</desc>
          <Patterns id={id} />
          <line class="axis" x1="0" x2={width} y1={TOP} y2={TOP} />
          <line class="axis" x1="0" x2={width} y1={(HEIGHT + TOP) / 2} y2={(HEIGHT + TOP) / 2} />
          {children(scale)}
          <line class="axis base" x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
          {columns.map(({ name, values, href }, column) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same links for the keyboard
            <rect
              class={href ? 'column open' : 'column'}
              x={column * step}
              y={0}
              width={step}
              height={HEIGHT}
              onClick={() => {
                if (href) location.hash = href;
              }}
            >
              <title>{`${name}: ${told(values, series, format)}`}</title>
            </rect>
          ))}
        </svg>
        <p class="plot-names row spread fine" aria-hidden="true">
          <span>{columns[0]?.name}</span>
          {columns.length > 4 && <span>{columns[Math.floor(columns.length / 2)]?.name}</span>}
          <span>{columns.at(-1)?.name}</span>
        </p>
      </div>
    </figure>
  );
}

/** Patterns distinguish the inks without colour. */
function Patterns({ id }: { id: string }) {
  const size = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs class="patterns">
      <pattern id={`${id}-good`} {...size}>
        <rect class="good" width="6" height="6" />
      </pattern>
      <pattern id={`${id}-plain`} {...size}>
        <rect class="plain" width="6" height="6" />
      </pattern>
      <pattern id={`${id}-faint`} {...size}>
        <rect class="plain" width="2" height="6" />
      </pattern>
      <pattern id={`${id}-warn`} {...size} patternTransform="rotate(45)">
        <rect class="warn" width="3" height="6" />
      </pattern>
      <pattern id={`${id}-bad`} {...size}>
        <path class="bad" d="M0 0 6 6M6 0 0 6" />
      </pattern>
      <pattern id={`${id}-none`} {...size}>
        <circle class="none" cx="3" cy="3" r="0.9" />
      </pattern>
    </defs>
  );
}

function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  useEffect(() => {
    const area = element.current!;
    const observer = new ResizeObserver(() => setWidth(Math.max(1, area.clientWidth)));
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

/** A line through the measured columns, broken where nothing was measured. */
function pathOf(values: Column['values'], x: Scale['x'], y: Scale['y']): string {
  const verbs = values.map((_, i) => (values[i - 1] == null ? 'M' : 'L'));
  return values
    .map((value, i) => (value === null ? '' : `${verbs[i]}${x(i).toFixed(1)} ${y(value).toFixed(1)}`))
    .join('');
}

function told(values: Column['values'], series: readonly Series[], format: PlotProps['format']): string {
  return series.map(({ label }, i) => `${label} ${figure(values[i], format)}`).join(', ');
}

function figure(value: number | null | undefined, format: PlotProps['format']): string {
  return value == null ? '–' : format(value);
}

function sum(values: Column['values']): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
