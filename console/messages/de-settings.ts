/** German of what the server says of its settings, by their names. Loaded with the other messages. */
export const SETTINGS: Readonly<Record<string, string>> = {
  HOST: 'Adresse, auf der Docent hört. Mit 0.0.0.0 oder :: erreichen auch andere Rechner Docent.',
  PORT: 'Port, auf dem Docent hört. 0: irgendein freier.',
  API_KEY:
    'Schlüssel, den Programme als X-API-Key senden, um Dokumente zu ersetzen, zu ändern und zu löschen, neu zu indexieren, Antworten zu prüfen und Rückmeldungen, Qualität, Metriken und Einstellungen zu sehen. Leer: kein Schlüssel nötig.',
  REQUIRE_AUTH_FOR_INGEST: 'Ob auch alles andere mit Dokumenten den Schlüssel braucht.',
  REQUIRE_AUTH_FOR_CHAT:
    'Ob auch Fragen, Suchen, Listen von Dokumenten und deren Inhalt einen Schlüssel brauchen: API_KEY oder einen benannten.',
  AUDIT_DAYS: 'Tage, nach denen Einträge des Prüfprotokolls gelöscht werden. 0: nie.',
  RATE_LIMIT_PER_MINUTE: 'Höchstzahl der Anfragen je Minute und Adresse. 0: keine Grenze.',
  TRUSTED_PROXIES:
    'Reverse-Proxys, deren Kopfzeilen X-Forwarded-For und X-Real-IP die Adresse des Anfragenden nennen.',
  CORS_ORIGINS: 'Herkunft anderer Webseiten, die die API verwenden dürfen.',
  LEGACY_SUNSET:
    'Tag, an dem die alten Pfade unter /api/ entfallen; Antworten kündigen ihn an. Leer: nicht geplant.',
  DATA_DIR: 'Ordner für alles, was gespeichert wird.',
  LOG_DIR: 'Ordner für app.log und seine fünf Sicherungen zu je 10 MB.',
  LOG_FORMAT: 'Format der Protokollzeilen.',
  LOG_LEVEL: 'Niedrigste Stufe, die protokolliert wird.',
  METRICS_ENABLED:
    'Ob GET /metrics Metriken im Textformat von Prometheus liefert. Braucht den Schlüssel, wenn es einen gibt.',
  RECORD_STORE:
    'Wo Dokumente, Aufträge, Prüfungen und Antworten gespeichert werden. PostgreSQL können sich mehrere Prozesse teilen; dann müssen auch VECTOR_STORE und FILE_STORE geteilt sein.',
  VECTOR_STORE:
    'Wo der Suchindex gespeichert wird. Ein verlorener Index in OpenSearch lässt sich aus RECORD_STORE neu aufbauen.',
  FILE_STORE:
    'Wo die Dateien der Dokumente gespeichert werden. Zugangsdaten für S3 kommen aus AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY oder aus der Rolle des Rechners.',
  KV_STORE:
    'Wo Unterhaltungen, Antworten zu einem Idempotency-Key und Zähler von Anfragen gespeichert werden. Prozesse mit demselben Redis teilen sie.',
  KV_PREFIX:
    'Womit jeder Schlüssel in Redis beginnt. Jeder Docent, der nichts teilen soll, braucht einen anderen.',
  STORE_START_TIMEOUT_MS:
    'Wie lange ein Start auf geteilte Speicher wartet, die noch nicht erreichbar sind, in Millisekunden.',
  MEMORY_BUDGET_MB:
    'Arbeitsspeicher für Docent und seine Leseprozesse, in MB; Caches und Heaps richten sich danach. 0: die Hälfte dessen, was der Rechner oder Container hat, höchstens 2048, wobei für den Heap des Servers nur die Grenze von Node gilt.',
  CONNECTIONS_MAX: 'Höchstzahl offener Verbindungen. Weitere werden sofort geschlossen.',
  CONNECTIONS_PER_CLIENT_MAX:
    'Höchstzahl offener Verbindungen von einer Adresse oder einem IPv6-/64-Netz. Verbindungen von TRUSTED_PROXIES zählen nicht.',
  UPLOAD_STALL_TIMEOUT_MS: 'Wie lange ein Upload stocken darf, bevor er mit 408 endet, in Millisekunden.',
  UPLOAD_BYTES_PER_SECOND_MIN:
    'Mindestgeschwindigkeit eines Uploads. Ein langsamerer endet nach einiger Zeit mit 408.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Empfänger von OpenTelemetry-Traces über OTLP/HTTP, ohne /v1/traces. Leer: keine Traces. Braucht Pakete, die ein Start ohne sie nennt.',
  OTEL_EXPORTER_OTLP_HEADERS:
    'Kopfzeilen, die der Empfänger der Traces braucht, etwa authorization=Bearer ….',
  OTEL_SERVICE_NAME: 'Name dieses Dienstes in Traces.',
  TRACE_SAMPLE_RATIO:
    'Anteil der Anfragen, die aufgezeichnet werden. Eine Anfrage mit eigenem Trace folgt dessen Entscheidung.',
  WEBHOOK_URLS:
    'URLs, die benachrichtigt werden, wenn ein Dokument gelesen ist, eine Antwort auf Prüfung wartet oder schlecht bewertet wird.',
  WEBHOOK_SECRET: 'Schlüssel, mit dem Webhooks signiert werden. Nötig mit WEBHOOK_URLS.',
  LLM_PROVIDER:
    'Anbieter des Sprachmodells, das Antworten schreibt; siehe docs/how-to/language-models.md. extractive zitiert die Dokumente und ruft keinen Anbieter auf.',
  LLM_MODEL: 'Name des Sprachmodells. Leer: das übliche des Anbieters.',
  LLM_BASE_URL:
    'Basis-URL des Anbieters des Sprachmodells. Leer: seine öffentliche. Nötig für openai-compatible.',
  LLM_API_KEY: 'Schlüssel für openai-compatible, falls der Server einen braucht.',
  LLM_CONTEXT_TOKENS:
    'Kontextfenster in Tokens, für Prompt und Antwort zusammen. 0: das des üblichen Modells des Anbieters.',
  LLM_CONCURRENCY: 'Höchstzahl gleichzeitiger Aufrufe des Sprachmodells. Weitere warten.',
  LLM_QUEUE_LIMIT: 'Höchstzahl der Aufrufe, die auf das Sprachmodell warten. Weitere scheitern sofort.',
  LLM_FIRST_TOKEN_TIMEOUT_MS:
    'Zeitgrenze für das erste Token des Sprachmodells, in Millisekunden; höchstens die Hälfte von QUESTION_TIMEOUT_MS.',
  LLM_IDLE_TIMEOUT_MS:
    'Zeitgrenze für eine Pause des Sprachmodells innerhalb einer Antwort, in Millisekunden.',
  LLM_PRICES: 'Preise der Tokens je Modell, um Kosten auszuweisen.',
  OPENAI_API_KEY: 'API-Schlüssel für OpenAI.',
  ANTHROPIC_API_KEY: 'API-Schlüssel für Anthropic.',
  GOOGLE_API_KEY: 'API-Schlüssel für Google Gemini.',
  AZURE_API_KEY: 'API-Schlüssel für Azure OpenAI.',
  AZURE_RESOURCE_NAME: 'Ressource von Azure OpenAI: der erste Teil ihres Hostnamens.',
  AWS_REGION: 'AWS-Region für Amazon Bedrock und S3, etwa eu-central-1.',
  AWS_ACCESS_KEY_ID: 'AWS-Zugangskennung für Amazon Bedrock und S3.',
  AWS_SECRET_ACCESS_KEY: 'Geheimer AWS-Schlüssel für Amazon Bedrock.',
  AWS_SESSION_TOKEN: 'AWS-Sitzungstoken für einen befristeten Schlüssel.',
  MISTRAL_API_KEY: 'API-Schlüssel für Mistral.',
  GROQ_API_KEY: 'API-Schlüssel für Groq.',
  COHERE_API_KEY: 'API-Schlüssel für Cohere.',
  EMBEDDING_PROVIDER:
    'Anbieter der Einbettungen, die Textstellen nach Bedeutung finden; siehe docs/how-to/embeddings.md. builtin lernt sie aus den Dokumenten und ruft keinen Anbieter auf.',
  EMBEDDING_MODEL:
    'Name des Einbettungsmodells; für transformers auch ein Ordner. Leer: das übliche des Anbieters.',
  EMBEDDING_BASE_URL:
    'Basis-URL des Anbieters der Einbettungen. Leer: seine öffentliche. Nötig für openai-compatible.',
  EMBEDDING_API_KEY: 'Schlüssel für Einbettungen von openai-compatible, falls der Server einen braucht.',
  EMBEDDING_INPUT_CHARS:
    'Höchstzahl der Zeichen eines Textes, der eingebettet wird; der Rest wird abgeschnitten. 0: was das übliche Modell des Anbieters annimmt.',
  EMBEDDING_CONCURRENCY: 'Höchstzahl gleichzeitiger Aufrufe des Anbieters der Einbettungen. Weitere warten.',
  EMBEDDING_WEIGHT:
    'Gewicht der Einbettungen eines Anbieters in der Rangfolge, im Verhältnis zum eingebauten Modell. 0: Nur Wörter entscheiden.',
  EMBEDDING_TIMEOUT_MS:
    'Zeitgrenze, um eine Frage einzubetten, in Millisekunden; höchstens ein Viertel von QUESTION_TIMEOUT_MS. Danach sucht Docent nur nach Wörtern.',
  RERANK_PROVIDER:
    'Anbieter des Modells, das die besten 35 Textstellen neu ordnet. none ruft keinen Anbieter auf.',
  RERANK_MODEL: 'Name des Modells für die Rangfolge. Leer: das übliche des Anbieters.',
  RERANK_BASE_URL: 'Basis-URL des Anbieters für die Rangfolge. Leer: seine öffentliche.',
  RERANK_TIMEOUT_MS:
    'Zeitgrenze für das Ordnen, in Millisekunden; höchstens ein Viertel von QUESTION_TIMEOUT_MS. Danach gilt die eingebaute Rangfolge.',
  ASSISTANT_NAME: 'Name des Assistenten, für das Sprachmodell.',
  KNOWLEDGE_DOMAIN: 'Thema der Dokumente, für das Sprachmodell.',
  ESCALATION_MESSAGE: 'Text, der an jede Ablehnung angehängt wird, zum Beispiel wen man stattdessen fragt.',
  ANSWER_TOKENS_MAX:
    'Höchstlänge einer Antwort des Sprachmodells, in Tokens; höchstens ein Viertel seines Kontextfensters.',
  STREAM_VERIFY:
    'Wie der Text eines Sprachmodells gesendet wird: jeder Satz, sobald er geprüft ist (sentence), oder wie er eintrifft (off). Die fertige Antwort wird immer geprüft und ersetzt das Gesendete.',
  VERIFY_WITH_MODEL:
    'Ob das Sprachmodell in einem weiteren Aufruf die Sätze seiner Antwort beurteilt, die die eingebaute Prüfung nicht belegt findet.',
  SUGGEST_WITH_MODEL:
    'Ob auch das Sprachmodell Fragen für den Anfang und nach einer Antwort vorschlägt, mit je einem kurzen Aufruf. Sonst sind es Fragen aus den Dokumenten und solche zu ihren Überschriften.',
  FALLBACK:
    'Was geschieht, wenn das Sprachmodell ausfällt: die Dokumente zitieren (extractive) oder den Fehler melden (error).',
  GLOSSARY_FILE:
    'Datei mit eigenen Synonymen. Jede Zeile hat Wörter mit derselben Bedeutung, durch Kommas getrennt: zuerst, was man sagt, dann, was in Dokumenten steht.',
  QUERY_EXPANSION:
    'Wann das Sprachmodell eine Frage für die Suche umformuliert: wenn die erste Suche nicht sicher ist (auto), immer (always) oder nur, um Anschlussfragen zu ergänzen (off).',
  CONTEXT_PASSAGE_TOKENS:
    'Höchstzahl der Tokens von Textstellen in einem Prompt, vorsichtig geschätzt; höchstens die Hälfte des Kontextfensters.',
  ANSWER_CACHE_SIZE:
    'Wie viele Antworten des Sprachmodells wiederverwendet werden. Dieselbe Frage mit denselben Textstellen bekommt dieselbe Antwort. 0: keine.',
  ANSWER_CACHE_TTL_SECONDS: 'Wie lange eine Antwort wiederverwendet wird, in Sekunden.',
  CHAT_MODE: 'Art der Antwort auf Fragen, die keine nennen.',
  REVIEW_POLICY:
    'Welche Antworten auf Prüfung warten: solche, die keine einzelne Quelle belegt (synthesized), solche, die ihre Quellen nicht ganz belegen (unsupported), oder keine (off).',
  REVIEW_EXPIRES_DAYS:
    'Tage, nach denen eine Freigabe abläuft: Die Antwort wird zurückgezogen und neu geprüft. Eine Freigabe kann einen anderen Tag nennen. 0: nie.',
  TOP_K:
    'Aus wie vielen Textstellen geantwortet wird, wenn die Frage kein top_k nennt. Ab 3 wird vielleicht auch eine benachbarte gelesen.',
  SCORE_THRESHOLD:
    'Mindestwahrscheinlichkeit, dass eine Textstelle die Frage beantwortet. Darunter behauptet Docent keine Antwort.',
  QUESTION_TIMEOUT_MS: 'Zeitgrenze für eine Frage, in Millisekunden.',
  MEMORY_TTL_SECONDS: 'Wie lange eine Unterhaltung nach der letzten Frage gespeichert bleibt, in Sekunden.',
  SHARED_CONVERSATION_DAYS:
    'Wie lange die Kopie einer geteilten Unterhaltung gespeichert bleibt, in Tagen. 0: Unterhaltungen lassen sich nicht teilen.',
  ANONYMOUS_MEMORY:
    'Unterhaltung von Anfragen ohne X-User-Id und conversation_id: Jede beginnt eine eigene, deren Kennung in der Antwort steht (separate), oder alle teilen eine (shared).',
  MAX_FILE_SIZE_MB: 'Höchstgröße einer Datei, in MB zu 1.048.576 Bytes.',
  ALLOWED_HOSTS: 'Hosts, von denen Dokumente heruntergeladen werden. * erlaubt jeden öffentlichen Host.',
  DOWNLOAD_TIMEOUT_MS: 'Zeitgrenze für einen Download, in Millisekunden.',
  SOURCE_ROOTS:
    'Ordner und Buckets, die Quellen lesen dürfen, mit allem darunter. Websites und Git-Repositorys erlaubt ALLOWED_HOSTS.',
  GIT_CREDENTIALS:
    'Anmeldung bei Git-Hosts, etwa github.com=x-access-token:ghp_… für ein Token, das die Repositorys lesen darf.',
  SOURCE_DOCUMENTS_MAX: 'Höchstzahl der Dokumente einer Quelle. Eine größere wird nicht gelesen.',
  SOURCE_RUN_TIMEOUT_MINUTES: 'Zeitgrenze für einen Lauf einer Quelle, in Minuten. Der nächste macht weiter.',
  QUEUE_LIMIT: 'Höchstzahl wartender Dokumente. Weitere werden mit 503 abgelehnt.',
  INGEST_CONCURRENCY: 'Wie viele Dokumente gleichzeitig gelesen werden.',
  PARSER_PROCESSES:
    'Höchstzahl der Prozesse, die Dateien lesen. Ein weiterer startet, wenn Dateien warten müssen.',
  PARSE_TIMEOUT_MS: 'Zeitgrenze, um eine Datei zu lesen, in Millisekunden.',
  OCR_LANGUAGES:
    'Sprachen gescannter Seiten. Sie zu lesen braucht pdftoppm und tesseract. []: Gescannte Seiten werden nicht gelesen.',
  TESSDATA_PREFIX: 'Ordner mit den Sprachdaten von tesseract. Leer: sein eigener.',
};

/** The same of the values that they take; the numbers of a range are in braces. */
export const TAKES: Readonly<Record<string, string>> = {
  text: 'Text',
  'a whole number from {a} to {b}': 'eine ganze Zahl von {a} bis {b}',
  'a number from {a} to {b}': 'eine Zahl von {a} bis {b}',
  'up to {a} visible ASCII characters': 'bis zu {a} sichtbare ASCII-Zeichen',
  'up to {a} visible ASCII characters without braces':
    'bis zu {a} sichtbare ASCII-Zeichen ohne geschweifte Klammern',
  'a date such as 2027-12-31': 'ein Datum wie 2027-12-31',
  'a URL such as http://localhost:11434/v1, without user and password':
    'eine URL wie http://localhost:11434/v1, ohne Benutzer und Passwort',
  'address ranges such as 10.0.0.0/8 or 2001:db8::/32, as a JSON list or separated by commas':
    'Adressbereiche wie 10.0.0.0/8 oder 2001:db8::/32, als JSON-Liste oder durch Kommas getrennt',
  'exact origins such as https://app.example.org, without path or *, as a JSON list or separated by commas':
    'genaue Herkunft wie https://app.example.org, ohne Pfad oder *, als JSON-Liste oder durch Kommas getrennt',
  'embedded, or the URL of a PostgreSQL server such as postgres://user:password@localhost:5432/docent':
    'embedded oder die URL eines PostgreSQL-Servers wie postgres://user:password@localhost:5432/docent',
  'embedded, or the nodes of an OpenSearch cluster such as opensearch+https://user:password@search-1,search-2:9200/docent?shards=3&replicas=1':
    'embedded oder die Knoten eines OpenSearch-Clusters wie opensearch+https://user:password@search-1,search-2:9200/docent?shards=3&replicas=1',
  'embedded, or a bucket of S3 or of a service like it such as s3://bucket/prefix?region=eu-central-1 or s3://bucket?endpoint=https://s3.example.com':
    'embedded oder ein Bucket von S3 oder einem ähnlichen Dienst wie s3://bucket/prefix?region=eu-central-1 oder s3://bucket?endpoint=https://s3.example.com',
  'embedded, or the URL of a Redis server such as redis://user:password@localhost:6379/0 (rediss:// for TLS)':
    'embedded oder die URL eines Redis-Servers wie redis://user:password@localhost:6379/0 (rediss:// für TLS)',
  'name=value, as a JSON list or separated by commas':
    'name=value, als JSON-Liste oder durch Kommas getrennt',
  'URLs such as https://hooks.example.org/docent, as a JSON list or separated by commas':
    'URLs wie https://hooks.example.org/docent, als JSON-Liste oder durch Kommas getrennt',
  'whsec_ and 24 to 64 random bytes in base64, such as echo whsec_$(openssl rand -base64 32) prints':
    'whsec_ und 24 bis 64 zufällige Bytes in Base64, wie sie echo whsec_$(openssl rand -base64 32) ausgibt',
  'JSON of dollars per million tokens such as {"gpt-6-luna":{"prompt":0.1,"completion":0.5}}':
    'JSON mit Dollar je Million Tokens wie {"gpt-6-luna":{"prompt":0.1,"completion":0.5}}',
  'host names without scheme, port or path, as a JSON list or separated by commas':
    'Hostnamen ohne Schema, Port oder Pfad, als JSON-Liste oder durch Kommas getrennt',
  'absolute paths and buckets such as /srv/handbook or s3://bucket/prefix?region=eu-central-1, as a JSON list or separated by commas':
    'absolute Pfade und Buckets wie /srv/handbook oder s3://bucket/prefix?region=eu-central-1, als JSON-Liste oder durch Kommas getrennt',
  'host=user:token, as a JSON list or separated by commas':
    'host=user:token, als JSON-Liste oder durch Kommas getrennt',
  'Tesseract language codes such as eng or deu, as a JSON list or separated by commas':
    'Sprachkürzel von Tesseract wie eng oder deu, als JSON-Liste oder durch Kommas getrennt',
};
