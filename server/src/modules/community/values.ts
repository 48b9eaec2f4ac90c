/** The values that every company begins with; it may rename, add and delete them. */
import type { DictionaryKind } from '@vedette/contract/calls/community'

type Names = readonly (readonly [en: string, zh: string])[]

export const FIRST_VALUES: Readonly<Record<DictionaryKind, Names>> = {
  areaType: [
    ['Residential compound', '商品房小区'],
    ['Public housing', '公租房小区'],
    ['Old neighbourhood', '老旧小区'],
    ['Staff housing', '单位宿舍'],
    ['Villas', '别墅区'],
    ['Other', '其他'],
  ],
  street: [['Main Street', '中心街道']],
  education: [
    ['Primary school', '小学'],
    ['Middle school', '初中'],
    ['High school', '高中'],
    ['College', '大专'],
    ['Bachelor', '本科'],
    ['Master or higher', '硕士及以上'],
    ['Other', '其他'],
  ],
  maritalStatus: [
    ['Single', '未婚'],
    ['Married', '已婚'],
    ['Divorced', '离异'],
    ['Widowed', '丧偶'],
  ],
  tag: [
    ['Lives alone', '独居'],
    ['Elderly', '老年人'],
    ['Disabled', '残障人士'],
    ['Party member', '党员'],
    ['Volunteer', '志愿者'],
  ],
  relation: [
    ['Head of household', '户主'],
    ['Spouse', '配偶'],
    ['Child', '子女'],
    ['Parent', '父母'],
    ['Grandparent', '祖父母'],
    ['Tenant', '租客'],
    ['Other', '其他'],
  ],
  vehicleType: [
    ['Car', '小型汽车'],
    ['Large vehicle', '大型汽车'],
    ['New-energy car', '新能源汽车'],
    ['Motorcycle', '摩托车'],
    ['Other', '其他'],
  ],
  vehicleColour: [
    ['White', '白色'],
    ['Black', '黑色'],
    ['Silver', '银色'],
    ['Grey', '灰色'],
    ['Red', '红色'],
    ['Blue', '蓝色'],
    ['Green', '绿色'],
    ['Yellow', '黄色'],
    ['Other', '其他'],
  ],
}
