import { writeFileSync } from 'node:fs'
import { driftSchema, reviewSchema } from './scripts/docs/report-schemas'
writeFileSync('/tmp/rv/review.schema.json', reviewSchema()); writeFileSync('/tmp/rv/drift.schema.json', driftSchema())
