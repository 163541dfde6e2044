import * as own from '@trove/contract/chain/own-orders'
import * as contract from '@trove/contract/chain/routes'
import type { Db } from '../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { listBill } from './bill.ts'
import type { ChainService } from './service.ts'

export function chainRoutes(db: Db, service: ChainService): ServedRoute[] {
  return [
    serve(contract.getNetwork, () => service.getNetwork()),
    serve(contract.listUserOrders, ({ query }) => service.listUserOrders(query)),
    serve(contract.listMinerOrders, ({ query }) => service.listMinerOrders(query)),
    serve(contract.getOrderPrice, ({ query }) => service.getOrderPrice(query)),
    serve(contract.getMiner, ({ query }) => service.getMiner(query)),
    serve(contract.storageStatistics, () => service.getStatistics()),
    serve(contract.storageDays, () => service.listDays()),
    serve(own.listOrderNotes, ({ query }) => service.listOrderNotes(query)),
    serve(own.listChosenOrders, ({ query }) =>
      service.listChosenOrders(query.account, query.ids.split(',').map(Number)),
    ),
    serve(own.listEndingOrders, ({ query }) => service.listEndingOrders(query.account)),
    serve(contract.ttcBill, ({ query }) => listBill(db, query)),
  ]
}
