import { render } from 'preact';
import { App } from './app.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/answer.css';
import './styles/ask.css';
import './styles/review.css';
import './styles/quality.css';
import './styles/documents.css';
import './styles/health.css';
import './styles/forced-colors.css';
import './styles/print.css';
import { applyTheme } from './theme.ts';

applyTheme();
render(<App />, document.getElementById('app')!);
