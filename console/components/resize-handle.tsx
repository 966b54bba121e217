import { useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { createStoredStore, useStore } from '../store.ts';

const MIN = 20;
const MAX = 60;
const STEP = 2;
const DEFAULT = 34;
/** What the styles leave beside it: 38rem. */
const BESIDE_PX = 608;

/** Of the panel beside a view, in percent of the window; the styles keep both readable. */
const panelWidth = createStoredStore('docent.panel-width', DEFAULT, { storage: localStorage });

function apply(): void {
  document.documentElement.style.setProperty('--panel', `${panelWidth.get()}vw`);
}
panelWidth.subscribe(apply);
apply();

/** The edge of the panel beside a view: dragged, or moved by arrow keys; a double click gives it its first place. */
export function ResizeHandle() {
  const width = useStore(panelWidth);
  const isHeld = useRef(false);
  const isMirrored = document.documentElement.dir === 'rtl';
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` has no value
    <div
      class="resize-handle"
      role="separator"
      tabindex={0}
      aria-orientation="vertical"
      aria-label={t('Width of the panel')}
      aria-valuemin={MIN}
      aria-valuemax={widest()}
      aria-valuenow={Math.round(within(width))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isHeld.current = true;
      }}
      onPointerMove={({ clientX }) => {
        if (!isHeld.current) return;
        const distance = isMirrored ? clientX : innerWidth - clientX;
        panelWidth.set(within((distance / innerWidth) * 100));
      }}
      onLostPointerCapture={() => {
        isHeld.current = false;
      }}
      onDblClick={() => panelWidth.set(DEFAULT)}
      onKeyDown={(event) => {
        const step = isMirrored ? -STEP : STEP;
        const moved = { ArrowLeft: step, ArrowRight: -step }[event.key];
        const next = moved === undefined ? { Home: MIN, End: MAX }[event.key] : within(width) + moved;
        if (next === undefined) return;
        event.preventDefault();
        panelWidth.set(within(next));
      }}
    />
  );
}

function within(width: number): number {
  return Math.min(widest(), Math.max(MIN, width));
}

function widest(): number {
  return Math.max(MIN, Math.min(MAX, Math.floor(100 - (BESIDE_PX / innerWidth) * 100)));
}
